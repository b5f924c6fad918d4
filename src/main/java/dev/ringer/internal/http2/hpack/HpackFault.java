package dev.ringer.internal.http2.hpack;

/** The faults that a field block can have. Each ends the connection with COMPRESSION_ERROR (RFC 9113, 4.3). */
public enum HpackFault {
    INDEX_ZERO("RFC 7541, 6.1", "A field line has the index 0"),
    INDEX_BEYOND_TABLES("RFC 7541, 2.3.3", "An index points behind the tables"),
    INTEGER_TOO_LONG("RFC 7541, 5.1", "An integer has more than five continuation octets"),
    INTEGER_TOO_LARGE("RFC 7541, 5.1", "An integer is larger than 2^31 - 1"),
    PADDING_TOO_LONG("RFC 7541, 5.2", "A Huffman code is followed by more than seven bits"),
    PADDING_NOT_ONES("RFC 7541, 5.2", "The padding of a Huffman code is not the beginning of EOS"),
    EOS_IN_STRING("RFC 7541, 5.2", "A string holds EOS"),
    SIZE_UPDATE_TOO_LARGE("RFC 7541, 6.3", "The table would be larger than announced"),
    SIZE_UPDATE_TOO_LATE("RFC 7541, 4.2", "A size update stands behind a field line"),
    SIZE_UPDATE_MISSING("RFC 7541, 4.2", "The table was not made smaller as announced"),
    TOO_MANY_SIZE_UPDATES("RFC 7541, 4.2", "A block has more than two size updates"),
    BLOCK_CUT_OFF("RFC 9113, 4.3", "The block ends within a field line");

    private final String rule;
    private final String text;

    HpackFault(String rule, String text) {
        this.rule = rule;
        this.text = text;
    }

    /**
     * Returns the rule that is broken.
     *
     * @return such as {@code RFC 7541, 5.1}
     */
    public String rule() {
        return rule;
    }

    /**
     * Returns the fault in one line, without anything that the peer sent.
     *
     * @return an English sentence without its full stop
     */
    public String text() {
        return text;
    }
}
