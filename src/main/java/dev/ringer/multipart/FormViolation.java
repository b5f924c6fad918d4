package dev.ringer.multipart;

/**
 * A violation: a way in which the bytes of a form can break a rule, with a link to the rule.
 *
 * <p>In {@link FormCompliance#RFC7578} every violation ends the form with a {@link FormViolationException}. Only
 * {@link #IDENTITY_ENCODING} has no effect. In {@link FormCompliance#LEGACY} the {@link #tolerable()} violations are
 * listed instead.
 *
 * @since 0.1.0
 */
public enum FormViolation {
    /** The content type of the request is not that of a form. */
    NOT_A_FORM(415, Rfc.FORM, "1", false, "the content type is not that of a form"),
    /** The content type names no boundary, or an empty one. */
    BOUNDARY_MISSING(400, Rfc.FORM, "4.1", false, "the content type has no boundary"),
    /** The boundary has more than 70 characters. */
    BOUNDARY_TOO_LONG(400, Rfc.MIME, "5.1.1", true, "the boundary is longer than 70 characters"),
    /** The boundary has characters that boundaries may not have, or ends with a space. */
    BOUNDARY_CHARACTER(400, Rfc.MIME, "5.1.1", true, "the boundary has illegal characters"),

    /** A line ends with LF alone. */
    LF_LINE_END(400, Rfc.MIME, "4.1.1", true, "a line ends with LF alone"),
    /** A line ends with CR alone. */
    CR_LINE_END(400, Rfc.MIME, "4.1.1", true, "a line ends with CR alone"),
    /**
     * LF and CR follow each other where another header could begin. One parser may take them for one line end, and
     * another parser for two. The second line end would end the headers.
     */
    LF_CR_LINE_END(400, Rfc.MIME, "4.1.1", false, "a line ends with LF and CR"),
    /** The first delimiter stands at the end of a line of the preamble. */
    NO_CRLF_AFTER_PREAMBLE(400, Rfc.MIME, "5.1.1", true, "the preamble does not end with a line end"),
    /** White space stands in front of the first delimiter. */
    WHITESPACE_BEFORE_BOUNDARY(400, Rfc.MIME, "5.1.1", true, "white space stands before the first boundary"),
    /** Something other than a line end or dashes follows a boundary. */
    TEXT_AFTER_BOUNDARY(400, Rfc.MIME, "5.1.1", false, "text follows a boundary on its line"),
    /** Something other than a line end follows the last delimiter. */
    TEXT_AFTER_CLOSE(400, Rfc.MIME, "5.1.1", true, "text follows the last boundary on its line"),
    /** The body ends after a delimiter that has no closing dashes. */
    CLOSE_WITHOUT_DASHES(400, Rfc.MIME, "5.1.1", true, "the last boundary lacks its dashes"),
    /** The body ends before the last delimiter. A truncated upload looks the same. */
    TRUNCATED(400, Rfc.MIME, "5.1.1", false, "the content ends before the last boundary"),

    /** A line among a part's headers is not a field line. */
    HEADER_LINE(400, Rfc.MIME, "5.1", false, "a line among a part's headers is no field line"),
    /** A part's headers contain a control character. */
    HEADER_CONTROL(400, Rfc.MIME, "5.1", false, "a part's headers hold a control character"),
    /** A header continues over several lines. */
    HEADER_FOLDED(400, Rfc.FORM, "4.8", true, "a part's header is folded"),
    /** A header or a parameter that may occur once occurs again. */
    HEADER_REPEATED(400, Rfc.FORM, "4.2", false, "a part's header or parameter is repeated"),
    /** The content disposition is missing or is not {@code form-data}. */
    NOT_FORM_DATA(400, Rfc.FORM, "4.2", true, "a part's content disposition is not form-data"),
    /** The part has no name. */
    NAME_MISSING(400, Rfc.FORM, "4.2", true, "a part has no name"),
    /** The parameters of a content disposition cannot be read. */
    PARAMETER_SYNTAX(400, Rfc.FORM, "4.2", false, "a part's content disposition cannot be read"),
    /** A parameter's value has no quotes but needs them. */
    PARAMETER_UNQUOTED(400, Rfc.FORM, "4.2", true, "a parameter's value lacks its quotes"),
    /**
     * A part has {@code filename*} but no {@code filename}. If tolerated, {@code filename*} is the file name. If a part
     * has both parameters with the same value, both modes accept the part, and legacy mode lists this violation.
     */
    EXTENDED_FILE_NAME(400, Rfc.FORM, "4.2", true, "a file is named by filename*"),
    /** {@code filename} and {@code filename*} are different. If tolerated, {@code filename*} counts. */
    FILE_NAMES_DIFFER(400, Rfc.FORM, "4.2", true, "filename and filename* are different"),
    /** {@code filename*} does not follow RFC 8187. If tolerated, only {@code filename} counts. */
    EXTENDED_VALUE(400, Rfc.FORM, "4.2", true, "filename* cannot be read"),
    /** A character set is unknown. If tolerated, the character set of the form is used. */
    CHARSET_UNKNOWN(400, Rfc.FORM, "4.6", true, "a character set is unknown"),
    /**
     * The bytes of ASCII may mean something else in the named character set, for example UTF-16, ISO-2022-JP or EBCDIC.
     * If tolerated, the character set of the form is used.
     */
    CHARSET_NOT_ASCII(400, Rfc.FORM, "4.5", true, "a character set is not compatible with ASCII"),

    /** A part names a transfer encoding that changes no bytes: 7bit, 8bit or binary. Both modes accept it. */
    IDENTITY_ENCODING(400, Rfc.FORM, "4.7", true, "a part names a transfer encoding"),
    /** A part is encoded in base64. If tolerated, it is decoded. */
    BASE64_ENCODING(400, Rfc.FORM, "4.7", true, "a part is encoded in base64"),
    /** A part is encoded in quoted-printable. If tolerated, it is decoded. */
    QUOTED_PRINTABLE_ENCODING(400, Rfc.FORM, "4.7", true, "a part is encoded in quoted-printable"),
    /** The transfer encoding of a part is unknown. */
    ENCODING_UNKNOWN(400, Rfc.FORM, "4.7", false, "a part's transfer encoding is unknown"),
    /** The content of a part breaks the rules of its transfer encoding. */
    ENCODING_BROKEN(400, Rfc.FORM, "4.7", false, "a part's content breaks its transfer encoding"),

    /**
     * A percent sign in an urlencoded form has no two hexadecimal digits after it. If tolerated, the percent sign
     * stays.
     */
    PERCENT_ESCAPE(400, Rfc.URI, "2.1", true, "a percent sign begins no escape");

    /**
     * The name of the attribute of an exchange that lists the tolerated violations of its form, as a
     * {@code List<String>} of {@link #listed()} texts.
     */
    public static final String ATTRIBUTE = "dev.ringer.multipart.violations";

    private final int status;
    private final String link;
    private final boolean tolerable;
    private final String text;

    FormViolation(int status, String rfc, String section, boolean tolerable, String text) {
        this.status = status;
        this.link = "https://www.rfc-editor.org/rfc/" + rfc + "#section-" + section;
        this.tolerable = tolerable;
        this.text = text;
    }

    /**
     * Returns the status of the response to a request that is refused for this violation.
     *
     * @return 400, or 415 if the body is not a form at all
     */
    public int status() {
        return status;
    }

    /**
     * Returns a link to the broken rule.
     *
     * @return the URL of the section of the RFC
     */
    public String link() {
        return link;
    }

    /**
     * Whether {@link FormCompliance#LEGACY} accepts this violation.
     *
     * @return true if so
     */
    public boolean tolerable() {
        return tolerable;
    }

    /**
     * Returns the violation as one line of text. The line contains no byte of the client.
     *
     * @return the text
     */
    public String text() {
        return text;
    }

    /**
     * Returns the violation as it appears in lists.
     *
     * @return {@code NAME: link}
     */
    public String listed() {
        return name() + ": " + link;
    }

    /**
     * The names of the RFCs. They are in a separate class, because the constants of an enum cannot use static fields of
     * that enum.
     */
    private static final class Rfc {
        static final String MIME = "rfc2046";
        static final String FORM = "rfc7578";
        static final String URI = "rfc3986";
    }
}
