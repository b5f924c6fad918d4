package dev.ringer.multipart;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Extracts the boundary of a form from the request's Content-Type, and checks it. */
final class Boundary {
    private static final int MAX_LENGTH = 70;
    /**
     * The characters that a boundary may contain in addition to letters and digits ({@code bchars} in RFC 2046 section
     * 5.1.1).
     */
    private static final String PUNCTUATION = "'()+_,-./:=? ";

    private Boundary() {}

    /** Returns the boundary that a content type names. The type must be {@code multipart/form-data}. */
    static byte[] of(String contentType, Tolerances tolerances) throws FormViolationException {
        byte[] bytes = contentType == null ? new byte[0] : contentType.getBytes(StandardCharsets.ISO_8859_1);
        ParameterReader parameters = new ParameterReader(bytes, 0, bytes.length);
        if (!parameters.typeIs("multipart/form-data")) {
            throw new FormViolationException(FormViolation.NOT_A_FORM);
        }
        byte[] boundary = null;
        while (parameters.next()) {
            if (parameters.nameIs("boundary")) {
                if (boundary != null) {
                    throw new FormViolationException(FormViolation.HEADER_REPEATED);
                }
                boundary = Arrays.copyOfRange(bytes, parameters.valueFrom(), parameters.valueTo());
                if (!parameters.quoted() && new String(boundary, StandardCharsets.ISO_8859_1).indexOf(' ') >= 0) {
                    tolerances.use(FormViolation.BOUNDARY_CHARACTER);
                }
            }
        }
        if (parameters.broken()) {
            throw new FormViolationException(FormViolation.PARAMETER_SYNTAX);
        }
        return checked(boundary, tolerances);
    }

    /**
     * Checks a boundary. Even legacy mode accepts no CR or LF in a boundary, because the search for boundaries in the
     * body relies on this.
     */
    private static byte[] checked(byte[] boundary, Tolerances tolerances) throws FormViolationException {
        if (boundary == null || boundary.length == 0) {
            throw new FormViolationException(FormViolation.BOUNDARY_MISSING);
        }
        if (boundary.length > MAX_LENGTH) {
            tolerances.use(FormViolation.BOUNDARY_TOO_LONG);
        }
        if (!isLegal(boundary) || boundary[boundary.length - 1] == ' ') {
            for (byte value : boundary) {
                if (value >= 0 && value < ' ' || value == 0x7f) {
                    throw new FormViolationException(FormViolation.BOUNDARY_CHARACTER);
                }
            }
            tolerances.use(FormViolation.BOUNDARY_CHARACTER);
        }
        return boundary;
    }

    private static boolean isLegal(byte[] boundary) {
        for (byte value : boundary) {
            int lower = value | 0x20;
            boolean letter = lower >= 'a' && lower <= 'z';
            boolean digit = value >= '0' && value <= '9';
            if (!letter && !digit && PUNCTUATION.indexOf(value) < 0) {
                return false;
            }
        }
        return true;
    }
}
