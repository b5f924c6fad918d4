package dev.ringer.multipart;

/**
 * Decodes quoted-printable (RFC 2045 section 6.7). White space at the ends of lines stays, because a form does not pass
 * the relays that added some.
 */
final class QuotedPrintableDecoder extends TransferDecoder {
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
                    // CR alone was the whole line end: read this byte again
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
        int digit = Characters.hexDigit(value);
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
