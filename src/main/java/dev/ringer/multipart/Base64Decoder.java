package dev.ringer.multipart;

/**
 * Decodes base64 in lines of any length (RFC 2045 section 6.8). Skips white space, and refuses any other byte outside
 * base64.
 */
final class Base64Decoder extends TransferDecoder {
    private static final int PADDING = -2;

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
            int digit = digit(value);
            if (digit == PADDING) {
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

    private static int digit(byte value) {
        if (value >= 'A' && value <= 'Z') {
            return value - 'A';
        }
        if (value >= 'a' && value <= 'z') {
            return value - 'a' + 26;
        }
        if (value >= '0' && value <= '9') {
            return value - '0' + 52;
        }
        return switch (value) {
            case '+' -> 62;
            case '/' -> 63;
            case '=' -> PADDING;
            default -> -1;
        };
    }

    @Override
    void end() throws FormViolationException {
        if (count != 0) {
            throw new FormViolationException(FormViolation.ENCODING_BROKEN);
        }
    }
}
