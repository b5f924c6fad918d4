package dev.ringer.multipart;

import org.jspecify.annotations.Nullable;

/** The transfer encoding of a part's content. RFC 7578 section 4.7 allows only encodings that change no bytes. */
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

    /** Makes a decoder for this encoding. Returns null for {@link #IDENTITY}, which needs none. */
    @Nullable
    Decoder decoder() {
        return switch (this) {
            case IDENTITY -> null;
            case BASE64 -> new Base64Decoder();
            case QUOTED_PRINTABLE -> new QuotedPrintableDecoder();
        };
    }

    /** Decodes the content of one part, which may arrive in slices of any size. Only legacy mode uses decoders. */
    abstract static class Decoder {
        /**
         * Decodes a slice into {@code plain}. Returns the number of decoded bytes, which is at most the length of the
         * slice plus two.
         */
        abstract int decode(byte[] bytes, int from, int to, byte[] plain) throws FormViolationException;

        /** Checks that the content may end here. Throws an exception if the encoded content is incomplete. */
        abstract void end() throws FormViolationException;
    }

    /**
     * Decodes base64 with lines of any length (RFC 2045 section 6.8). Skips white space, and refuses any other byte
     * that is not a base64 character.
     */
    private static final class Base64Decoder extends Decoder {
        private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

        private int bits;
        private int count;
        private int padding;

        @Override
        int decode(byte[] bytes, int from, int to, byte[] plain) throws FormViolationException {
            int length = 0;
            for (int index = from; index < to; index++) {
                byte value = bytes[index];
                if (Characters.isBlank(value) || value == '\r' || value == '\n') {
                    continue;
                }
                int digit = DIGITS.indexOf(value);
                if (value == '=') {
                    padding++;
                    digit = 0;
                } else if (digit < 0 || padding > 0) {
                    throw new FormViolationException(FormViolation.ENCODING_BROKEN);
                }
                bits = bits << 6 | digit;
                if (++count == 4) {
                    length = writeGroup(plain, length);
                }
            }
            return length;
        }

        private int writeGroup(byte[] plain, int at) throws FormViolationException {
            if (padding > 2) {
                throw new FormViolationException(FormViolation.ENCODING_BROKEN);
            }
            int bytes = 3 - padding;
            for (int index = 0; index < bytes; index++) {
                plain[at + index] = (byte) (bits >>> 16 - 8 * index);
            }
            count = 0;
            bits = 0;
            return at + bytes;
        }

        @Override
        void end() throws FormViolationException {
            if (count != 0) {
                throw new FormViolationException(FormViolation.ENCODING_BROKEN);
            }
        }
    }

    /**
     * Decodes quoted-printable (RFC 2045 section 6.7). White space at the end of a line is kept. The RFC removes it,
     * because mail relays may have added it, but a form passes through no mail relay.
     */
    private static final class QuotedPrintableDecoder extends Decoder {
        private enum State {
            TEXT,
            AFTER_EQUALS,
            SECOND_DIGIT,
            SOFT_LINE_FEED
        }

        private State state = State.TEXT;
        private int high;

        @Override
        int decode(byte[] bytes, int from, int to, byte[] plain) throws FormViolationException {
            int length = 0;
            for (int index = from; index < to; index++) {
                byte value = bytes[index];
                switch (state) {
                    case TEXT -> {
                        if (value == '=') {
                            state = State.AFTER_EQUALS;
                        } else {
                            plain[length++] = value;
                        }
                    }
                    case AFTER_EQUALS -> onEquals(value);
                    case SECOND_DIGIT -> plain[length++] = (byte) (high << 4 | digit(value));
                    case SOFT_LINE_FEED -> {
                        state = State.TEXT;
                        // the line end was a CR without LF, so read this byte again as content
                        index -= value == '\n' ? 0 : 1;
                    }
                }
            }
            return length;
        }

        private void onEquals(byte value) throws FormViolationException {
            if (value == '\r') {
                state = State.SOFT_LINE_FEED;
            } else if (value == '\n') {
                state = State.TEXT;
            } else {
                high = digit(value);
                state = State.SECOND_DIGIT;
            }
        }

        private int digit(byte value) throws FormViolationException {
            int digit = Character.digit(value, 16);
            if (digit < 0) {
                throw new FormViolationException(FormViolation.ENCODING_BROKEN);
            }
            state = State.TEXT;
            return digit;
        }

        @Override
        void end() throws FormViolationException {
            if (state == State.AFTER_EQUALS || state == State.SECOND_DIGIT) {
                throw new FormViolationException(FormViolation.ENCODING_BROKEN);
            }
        }
    }
}
