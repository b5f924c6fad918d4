package dev.ringer.multipart;

/**
 * The rules that a form can break, each with a link to the RFC.
 *
 * <p>In the mode {@link FormCompliance#RFC7578}, a form that breaks any rule except {@link #IDENTITY_ENCODING} is
 * refused with a {@link FormViolationException}. In the mode {@link FormCompliance#LEGACY}, {@link #tolerable()}
 * violations are only listed.
 *
 * @since 0.1.0
 */
public enum FormViolation {
    /** The request's content type is not the type of a form. */
    NOT_A_FORM(415, 7578, "1", false, "Unsupported Content-Type; send a form, for example as multipart/form-data"),
    /**
     * The body is compressed, or has another {@code Content-Encoding} than {@code identity}. The response should have
     * {@code Accept-Encoding: identity}; {@link Form#read(com.sun.net.httpserver.HttpExchange)} and
     * {@link FormReader#of(com.sun.net.httpserver.HttpExchange)} set this header.
     */
    CONTENT_CODED(415, 9110, "8.4", false, "Content-Encoding is not supported for forms; send the form uncompressed"),
    /** The content type names no boundary, or an empty boundary. */
    BOUNDARY_MISSING(400, 7578, "4.1", false, "The Content-Type must have a boundary parameter"),
    /** The boundary has more than 70 characters. */
    BOUNDARY_TOO_LONG(400, 2046, "5.1.1", true, "The boundary must not be longer than 70 characters"),
    /** The boundary has a character that is not allowed in boundaries, or ends with a space. */
    BOUNDARY_CHARACTER(400, 2046, "5.1.1", true, "The boundary contains illegal characters"),

    /** A line ends with LF alone. */
    LF_LINE_END(400, 2046, "4.1.1", true, "Lines must end with CR LF, not LF alone"),
    /** A line ends with CR alone. */
    CR_LINE_END(400, 2046, "4.1.1", true, "Lines must end with CR LF, not CR alone"),
    /**
     * LF is followed by CR where another header could begin. One parser may read this as one line end, and another
     * parser as two. The second line end would then end the headers.
     */
    LF_CR_LINE_END(400, 2046, "4.1.1", false, "Lines must end with CR LF, not LF CR"),
    /** The first boundary is not at the beginning of a line. */
    NO_CRLF_AFTER_PREAMBLE(400, 2046, "5.1.1", true, "The preamble must end with CR LF"),
    /** White space precedes the first boundary. */
    WHITESPACE_BEFORE_BOUNDARY(400, 2046, "5.1.1", true, "Whitespace is not allowed before the first boundary"),
    /** After a boundary, the line has something other than its line end or two dashes. */
    TEXT_AFTER_BOUNDARY(400, 2046, "5.1.1", false, "Text is not allowed after a boundary on the same line"),
    /** After the last boundary and its dashes, the line has something other than its line end. */
    TEXT_AFTER_CLOSE(400, 2046, "5.1.1", true, "Text is not allowed after the last boundary on the same line"),
    /** The body ends after a boundary, but the two dashes that mark the last boundary are missing. */
    CLOSE_WITHOUT_DASHES(400, 2046, "5.1.1", true, "The last boundary must end with two dashes"),
    /** The body ends before the last boundary. This is also how a truncated upload looks. */
    TRUNCATED(400, 2046, "5.1.1", false, "The form ended before its last boundary"),

    /** A line in a part's headers is not a header line. */
    HEADER_LINE(400, 2046, "5.1", false, "Each header line of a part must have a name and a colon"),
    /** Control characters are not allowed in part headers. */
    HEADER_CONTROL(400, 2046, "5.1", false, "Control characters are not allowed in part headers"),
    /** A header continues over several lines. */
    HEADER_FOLDED(400, 7578, "4.8", true, "Part headers must not be folded over several lines"),
    /** A header or a parameter that may occur only once occurs again. */
    HEADER_REPEATED(400, 7578, "4.2", false, "A part must not repeat a header or a parameter"),
    /** A part's Content-Disposition is missing, or its type is not {@code form-data}. */
    NOT_FORM_DATA(400, 7578, "4.2", true, "Every part must have Content-Disposition: form-data"),
    /** Every part must have a name. */
    NAME_MISSING(400, 7578, "4.2", true, "Every part must have a name"),
    /** The parameters of a part's Content-Disposition cannot be parsed. */
    PARAMETER_SYNTAX(400, 7578, "4.2", false, "Malformed Content-Disposition in a part"),
    /**
     * A parameter's value contains characters that are only allowed between quotation marks, but has no quotation
     * marks.
     */
    PARAMETER_UNQUOTED(400, 7578, "4.2", true, "Parameter values with special characters must be quoted"),
    /**
     * A part has {@code filename*} but no {@code filename}. In legacy mode, {@code filename*} names the file. A part
     * that has both parameters with the same value is accepted in both modes, and listed as this violation in legacy
     * mode.
     */
    EXTENDED_FILE_NAME(400, 7578, "4.2", true, "filename* is not allowed in multipart/form-data; use filename"),
    /**
     * {@code filename} and {@code filename*} have different values. In legacy mode, {@code filename*} names the file.
     */
    FILE_NAMES_DIFFER(400, 7578, "4.2", true, "filename and filename* must have the same value"),
    /** The value of {@code filename*} does not follow RFC 8187. In legacy mode, {@code filename} names the file. */
    EXTENDED_VALUE(400, 7578, "4.2", true, "Malformed filename* parameter in a part; use filename"),
    /**
     * A part or the field {@code _charset_} names an unknown character set. In legacy mode, the form's character set is
     * used instead.
     */
    CHARSET_UNKNOWN(400, 7578, "4.6", true, "Unknown character set; use UTF-8"),
    /**
     * In the character set that the client names, ASCII bytes may mean other characters. Examples are UTF-16,
     * ISO-2022-JP and EBCDIC. In legacy mode, the form's character set is used instead.
     */
    CHARSET_NOT_ASCII(400, 7578, "4.5", true, "The character set must be compatible with ASCII; use UTF-8"),

    /** A part names a transfer encoding that changes no bytes: 7bit, 8bit or binary. Both modes accept the part. */
    IDENTITY_ENCODING(
            400,
            7578,
            "4.7",
            true,
            "Content-Transfer-Encoding is deprecated in multipart/form-data; send parts without it"),
    /** The content of a part is encoded in base64. In legacy mode, it is decoded. */
    BASE64_ENCODING(400, 7578, "4.7", true, "Parts must not be encoded as base64; send the bytes unencoded"),
    /** The content of a part is encoded in quoted-printable. In legacy mode, it is decoded. */
    QUOTED_PRINTABLE_ENCODING(
            400, 7578, "4.7", true, "Parts must not be encoded as quoted-printable; send the bytes unencoded"),
    /** A part names an unknown transfer encoding. */
    ENCODING_UNKNOWN(400, 7578, "4.7", false, "Unknown Content-Transfer-Encoding in a part; send the bytes unencoded"),
    /** The content of a part is not valid in the part's transfer encoding. */
    ENCODING_BROKEN(400, 7578, "4.7", false, "The content of a part does not match its Content-Transfer-Encoding"),

    /**
     * In an urlencoded form, a percent sign is not followed by two hexadecimal digits. In legacy mode, the percent sign
     * is kept as it is.
     */
    PERCENT_ESCAPE(400, 3986, "2.1", true, "A percent sign must be followed by two hexadecimal digits");

    /**
     * The exchange attribute that lists the tolerated violations of a form, as a {@code List<String>} of
     * {@link #listed()} texts.
     */
    public static final String ATTRIBUTE = "dev.ringer.multipart.violations";

    private final int status;
    private final String link;
    private final boolean tolerable;
    private final String text;

    FormViolation(int status, int rfc, String section, boolean tolerable, String text) {
        this.status = status;
        this.link = "https://www.rfc-editor.org/rfc/rfc" + rfc + "#section-" + section;
        this.tolerable = tolerable;
        this.text = text;
    }

    /**
     * {@return the status of the response if a form is refused because of this violation: 400, or 415 if the body is
     * not a form at all}
     */
    public int status() {
        return status;
    }

    /** {@return a link to the broken rule: the URL of the section of the RFC} */
    public String link() {
        return link;
    }

    /** {@return whether {@link FormCompliance#LEGACY} accepts this violation} */
    public boolean tolerable() {
        return tolerable;
    }

    /** {@return a description of the violation in one line, without bytes that the client sent} */
    public String text() {
        return text;
    }

    /** {@return the violation as the exchange attribute lists it: {@code NAME: link}} */
    public String listed() {
        return name() + ": " + link;
    }
}
