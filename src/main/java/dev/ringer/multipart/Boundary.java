package dev.ringer.multipart;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Extracts the boundary of a form from the request's Content-Type, and checks it. */
final class Boundary {
    private static final int MAX_LENGTH = 70;
    /** The characters that a boundary may contain ({@code bchars} in RFC 2046 section 5.1.1). */
    private static final String LEGAL = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? ";

    private Boundary() {}

    /** Returns the boundary that a content type names. The type must be {@code multipart/form-data}. */
    static String of(@Nullable String contentType, Tolerances tolerances) throws FormViolationException {
        ParameterReader parameters = ParameterReader.of(contentType);
        if (!parameters.typeIs("multipart/form-data")) {
            throw new FormViolationException(FormViolation.NOT_A_FORM);
        }
        String boundary = null;
        while (parameters.next()) {
            if (parameters.nameIs("boundary")) {
                if (boundary != null) {
                    throw new FormViolationException(FormViolation.HEADER_REPEATED);
                }
                boundary = parameters.value(StandardCharsets.ISO_8859_1);
                if (!parameters.quoted() && boundary.indexOf(' ') >= 0) {
                    tolerances.use(FormViolation.BOUNDARY_CHARACTER);
                }
            }
        }
        if (parameters.broken()) {
            throw new FormViolationException(FormViolation.PARAMETER_SYNTAX);
        }
        if (boundary == null || boundary.isEmpty()) {
            throw new FormViolationException(FormViolation.BOUNDARY_MISSING);
        }
        check(boundary, tolerances);
        return boundary;
    }

    /**
     * Checks a boundary. Even legacy mode refuses CR and LF, because {@link ContentReader} requires that a boundary
     * contains no line end.
     */
    private static void check(String boundary, Tolerances tolerances) throws FormViolationException {
        if (boundary.length() > MAX_LENGTH) {
            tolerances.use(FormViolation.BOUNDARY_TOO_LONG);
        }
        boolean legal = !boundary.endsWith(" ");
        for (int index = 0; index < boundary.length(); index++) {
            char character = boundary.charAt(index);
            if (character < ' ' || character == 0x7f) {
                throw new FormViolationException(FormViolation.BOUNDARY_CHARACTER);
            }
            legal &= LEGAL.indexOf(character) >= 0;
        }
        if (!legal) {
            tolerances.use(FormViolation.BOUNDARY_CHARACTER);
        }
    }
}
