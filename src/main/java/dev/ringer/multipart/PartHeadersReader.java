package dev.ringer.multipart;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the complete header section of one part, checks it, and extracts the values that forms need. Each object reads
 * one section.
 */
final class PartHeadersReader {
    private final byte[] lines;
    private final Tolerances tolerances;

    private final Charset formCharset;
    private Charset charset;
    /** The names in the parameters {@code charset} of the content type, usually none or one. */
    private List<String> charsetNames = List.of();

    private @Nullable String name;
    private @Nullable String fileName;
    private String contentType = "text/plain";
    private TransferEncoding encoding = TransferEncoding.IDENTITY;

    private boolean dispositionSeen;
    private boolean typeSeen;
    private boolean encodingSeen;

    private PartHeadersReader(byte[] lines, Charset charset, Tolerances tolerances) {
        this.lines = lines;
        this.formCharset = charset;
        this.charset = charset;
        this.tolerances = tolerances;
    }

    /**
     * Reads a header section.
     *
     * @param lines the section, including the empty line; the result retains this array
     * @param charset the character set of names, and of content without a character set of its own
     */
    static PartHeaders read(byte[] lines, Charset charset, Tolerances tolerances) throws FormViolationException {
        PartHeadersReader reader = new PartHeadersReader(lines, charset, tolerances);
        reader.readLines();
        reader.check();
        return new PartHeaders(
                lines,
                charset,
                reader.charset,
                Objects.requireNonNullElse(reader.name, ""),
                reader.fileName,
                reader.contentType,
                reader.encoding);
    }

    private void readLines() throws FormViolationException {
        LineReader line = new LineReader(lines);
        while (line.next()) {
            int from = line.from();
            int colon = line.colon();
            if (colon < 0 || !Characters.isToken(lines, from, colon)) {
                throw new FormViolationException(FormViolation.HEADER_LINE);
            }
            if (Characters.equalsIgnoreCase(lines, from, colon, "content-disposition")) {
                dispositionSeen = once(dispositionSeen);
                readDisposition(line.valueFrom(), line.valueTo());
            } else if (Characters.equalsIgnoreCase(lines, from, colon, "content-type")) {
                typeSeen = once(typeSeen);
                readType(line.valueFrom(), line.valueTo());
            } else if (Characters.equalsIgnoreCase(lines, from, colon, "content-transfer-encoding")) {
                encodingSeen = once(encodingSeen);
                encoding = TransferEncoding.read(lines, line.valueFrom(), line.valueTo(), tolerances);
            }
        }
    }

    private void check() throws FormViolationException {
        if (!dispositionSeen) {
            tolerances.use(FormViolation.NOT_FORM_DATA);
        }
        if (name == null) {
            tolerances.use(FormViolation.NAME_MISSING);
        }
        if (!charsetNames.isEmpty()) {
            charset = charset(PartHeaders.isFile(fileName, contentType));
        }
    }

    private void readDisposition(int from, int to) throws FormViolationException {
        ParameterReader parameters = new ParameterReader(lines, from, to);
        if (!parameters.typeIs("form-data")) {
            tolerances.use(FormViolation.NOT_FORM_DATA);
        }
        boolean fileNameSeen = false;
        boolean extendedSeen = false;
        String extended = null;
        while (parameters.next()) {
            if (parameters.nameIs("name")) {
                once(name != null);
                name = text(parameters);
            } else if (parameters.nameIs("filename")) {
                fileNameSeen = once(fileNameSeen);
                fileName = text(parameters);
            } else if (parameters.nameIs("filename*")) {
                extendedSeen = once(extendedSeen);
                extended = FormText.extended(lines, parameters.valueFrom(), parameters.valueTo());
            }
        }
        if (parameters.broken()) {
            throw new FormViolationException(FormViolation.PARAMETER_SYNTAX);
        }
        if (extendedSeen) {
            chooseFileName(extended);
        }
    }

    /**
     * Decides which of {@code filename} and {@code filename*} is the file name. A filter in front of the server may
     * have read the other one. So strict mode accepts a part with both parameters only if their values are equal.
     */
    private void chooseFileName(@Nullable String extended) throws FormViolationException {
        if (extended == null) {
            tolerances.use(FormViolation.EXTENDED_VALUE);
            // a part with this parameter is a file, even if the name cannot be decoded
            fileName = fileName == null ? "" : fileName;
        } else if (fileName == null) {
            tolerances.use(FormViolation.EXTENDED_FILE_NAME);
            fileName = extended;
        } else if (fileName.equals(extended)) {
            tolerances.note(FormViolation.EXTENDED_FILE_NAME);
        } else {
            tolerances.use(FormViolation.FILE_NAMES_DIFFER);
            fileName = extended;
        }
    }

    private void readType(int from, int to) throws FormViolationException {
        if (from < to) {
            contentType = new String(lines, from, to - from, StandardCharsets.ISO_8859_1);
        }
        ParameterReader parameters = new ParameterReader(lines, from, to);
        while (parameters.next()) {
            if (parameters.nameIs("charset")) {
                charsetNames = charsetNames.isEmpty() ? new ArrayList<>() : charsetNames;
                charsetNames.add(parameters.value(StandardCharsets.ISO_8859_1));
            }
        }
        // ignore malformed parameters, because the application gets the content type unchanged
    }

    /**
     * Returns the character set of the content. Any name will do for a file, because nothing here decodes files, and
     * clients write names such as {@code binary}.
     */
    private Charset charset(boolean file) throws FormViolationException {
        String first = charsetNames.get(0);
        if (file) {
            Charset own = FormCharsets.find(first);
            return own == null ? formCharset : own;
        }
        once(charsetNames.size() > 1);
        return FormCharsets.named(first, formCharset, tolerances);
    }

    private String text(ParameterReader parameters) throws FormViolationException {
        if (!parameters.quoted() && !Characters.isToken(lines, parameters.valueFrom(), parameters.valueTo())) {
            tolerances.use(FormViolation.PARAMETER_UNQUOTED);
        }
        return FormText.unescape(parameters.value(formCharset), parameters.escaped());
    }

    private static boolean once(boolean seen) throws FormViolationException {
        if (seen) {
            throw new FormViolationException(FormViolation.HEADER_REPEATED);
        }
        return true;
    }
}
