package dev.ringer.internal.http2;

/**
 * Reads the value of a Priority field or of PRIORITY_UPDATE: a dictionary of RFC 9651 with the members {@code u}, an integer
 * from 0 to 7, and {@code i}, a boolean (RFC 9218, 4). Unknown members and those of other types are passed over; what is no
 * dictionary at all counts as not there (RFC 9651, 4.2). Used for one value after the other; not thread-safe.
 */
final class PriorityParser {
    private enum Type {
        INTEGER,
        BOOLEAN,
        OTHER
    }

    private static final int MAX_INTEGER_DIGITS = 15;
    private static final int MAX_DECIMAL_DIGITS = 12;
    private static final int MAX_FRACTION_DIGITS = 3;
    private static final int NO_KEY = -1;
    private static final int OTHER_KEY = 0;

    private byte[] bytes;
    private int at;
    private int end;

    // the last bare item
    private Type type;
    private long number;

    /** The priority that a value stands for, by {@link Priority}. */
    int parse(byte[] value, int from, int to) {
        bytes = value;
        at = from;
        end = to;
        int priority = dictionary();
        bytes = null;
        return priority;
    }

    private int dictionary() {
        int urgency = Priority.urgency(Priority.DEFAULT);
        boolean incremental = false;
        skip(' ', ' ');
        while (at < end) {
            int key = key();
            if (key == NO_KEY || !memberValue()) {
                return Priority.DEFAULT;
            }
            if (key == 'u') { // the last one counts, valid or not
                boolean valid = type == Type.INTEGER && number >= 0 && number < Priority.LEVELS;
                urgency = valid ? (int) number : Priority.urgency(Priority.DEFAULT);
            } else if (key == 'i') {
                incremental = type == Type.BOOLEAN && number == 1;
            }
            skip(' ', '\t');
            if (at < end && (!take(',') || !anotherFollows())) {
                return Priority.DEFAULT;
            }
        }
        return Priority.of(urgency, incremental);
    }

    private boolean anotherFollows() {
        skip(' ', '\t');
        return at < end;
    }

    private boolean memberValue() {
        if (!take('=')) {
            type = Type.BOOLEAN;
            number = 1;
            return parameters(); // which leave type and number alone
        }
        if (take('(')) {
            return innerList() && other() && parameters();
        }
        return bareItem() && parameters();
    }

    private boolean other() {
        type = Type.OTHER;
        return true;
    }

    private boolean innerList() {
        while (true) {
            skip(' ', ' ');
            if (take(')')) {
                return true;
            }
            if (!bareItem() || !parameters() || at < end && bytes[at] != ' ' && bytes[at] != ')') {
                return false;
            }
        }
    }

    private boolean parameters() {
        Type before = type;
        long numberBefore = number;
        while (take(';')) {
            skip(' ', ' ');
            if (key() == NO_KEY || take('=') && !bareItem()) {
                return false;
            }
        }
        type = before;
        number = numberBefore;
        return true;
    }

    /** Reads a key: its only character, {@link #OTHER_KEY} for a longer one, {@link #NO_KEY} if there is none. */
    private int key() {
        int begin = at;
        if (at == end || !isLowerCase(bytes[at]) && bytes[at] != '*') {
            return NO_KEY;
        }
        while (at < end && (isLowerCase(bytes[at]) || isDigit(bytes[at]) || "_-.*".indexOf(bytes[at]) >= 0)) {
            at++;
        }
        return at == begin + 1 ? bytes[begin] : OTHER_KEY;
    }

    private boolean bareItem() {
        type = Type.OTHER;
        if (at == end) {
            return false;
        }
        byte first = bytes[at];
        if (first == '-' || isDigit(first)) {
            return number();
        }
        if (isLowerCase(first) || first >= 'A' && first <= 'Z' || first == '*') {
            return token();
        }
        at++;
        return switch (first) {
            case '?' -> bool();
            case '"' -> string();
            case ':' -> upTo(':');
            case '@' -> number() && type == Type.INTEGER && other();
            case '%' -> take('"') && upTo('"');
            default -> false;
        };
    }

    private boolean number() {
        boolean negative = take('-');
        int begin = at;
        number = 0;
        while (at < end && isDigit(bytes[at]) && at - begin <= MAX_INTEGER_DIGITS) {
            number = 10 * number + bytes[at++] - '0';
        }
        int digits = at - begin;
        if (digits == 0 || digits > MAX_INTEGER_DIGITS) {
            return false;
        }
        number = negative ? -number : number;
        if (!take('.')) {
            type = Type.INTEGER;
            return true;
        }
        return digits <= MAX_DECIMAL_DIGITS && fraction();
    }

    private boolean fraction() {
        int begin = at;
        while (at < end && isDigit(bytes[at])) {
            at++;
        }
        return at > begin && at - begin <= MAX_FRACTION_DIGITS;
    }

    private boolean token() {
        while (at < end && isTokenOctet(bytes[at])) {
            at++;
        }
        return true;
    }

    private boolean bool() {
        if (at == end || bytes[at] != '0' && bytes[at] != '1') {
            return false;
        }
        number = bytes[at++] - '0';
        type = Type.BOOLEAN;
        return true;
    }

    private boolean string() {
        while (at < end && isPrintable(bytes[at])) {
            byte octet = bytes[at++];
            if (octet == '"') {
                return true;
            }
            if (octet == '\\' && !take('"') && !take('\\')) {
                return false;
            }
        }
        return false;
    }

    /** Passes over a byte sequence or display string: what is in it matters as little as whether it could be decoded. */
    private boolean upTo(char last) {
        while (at < end && isPrintable(bytes[at])) {
            if (bytes[at++] == last) {
                return true;
            }
        }
        return false;
    }

    private boolean take(char wanted) {
        if (at < end && bytes[at] == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skip(char one, char other) {
        while (at < end && (bytes[at] == one || bytes[at] == other)) {
            at++;
        }
    }

    private static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    private static boolean isLowerCase(byte octet) {
        return octet >= 'a' && octet <= 'z';
    }

    private static boolean isPrintable(byte octet) {
        return octet >= ' ' && octet < 0x7f;
    }

    private static boolean isTokenOctet(byte octet) {
        return isPrintable(octet) && " \"(),;<=>?@[\\]{}".indexOf(octet) < 0;
    }
}
