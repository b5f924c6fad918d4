package dev.ringer.multipart;

/** The encoding of a part's content. RFC 7578 section 4.7 provides for nothing but the identity. */
enum TransferEncoding {
    IDENTITY,
    BASE64,
    QUOTED_PRINTABLE;

    static TransferEncoding read(byte[] bytes, int from, int to, Tolerances tolerances) throws FormViolationException {
        if (is(bytes, from, to, "7bit") || is(bytes, from, to, "8bit") || is(bytes, from, to, "binary")) {
            tolerances.note(FormViolation.IDENTITY_ENCODING);
            return IDENTITY;
        }
        if (is(bytes, from, to, "base64")) {
            tolerances.use(FormViolation.BASE64_ENCODING);
            return BASE64;
        }
        if (is(bytes, from, to, "quoted-printable")) {
            tolerances.use(FormViolation.QUOTED_PRINTABLE_ENCODING);
            return QUOTED_PRINTABLE;
        }
        throw new FormViolationException(FormViolation.ENCODING_UNKNOWN);
    }

    private static boolean is(byte[] bytes, int from, int to, String lower) {
        return Characters.equalsIgnoreCase(bytes, from, to, lower);
    }
}
