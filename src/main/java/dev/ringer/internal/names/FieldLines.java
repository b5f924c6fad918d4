package dev.ringer.internal.names;

/**
 * The field lines of a request head or trailer section, in the order in which they arrived. Their indexes run from 0 to
 * {@link #count()} - 1.
 *
 * <p>Immutable: the lines remain usable after the connection is closed. Any thread may read them.
 */
public interface FieldLines {
    FieldLines NONE = new None();

    int count();

    /**
     * Returns the index of a line's name in {@link KnownNames}; {@link KnownNames#UNKNOWN} if the name is not there.
     */
    int knownName(int line);

    /**
     * Returns the name of a line in normal form. A known name is always the same string. Any other name may be a new
     * string on each call.
     */
    String name(int line);

    /** Whether the name of a line, brought into normal form, equals {@code normalName}. Allocates no string. */
    boolean hasName(int line, String normalName);

    /** Returns the value of a line without the white space around it, as a new string on each call. */
    String value(int line);

    final class None implements FieldLines {
        private None() {}

        @Override
        public int count() {
            return 0;
        }

        @Override
        public int knownName(int line) {
            throw new IndexOutOfBoundsException(line);
        }

        @Override
        public String name(int line) {
            throw new IndexOutOfBoundsException(line);
        }

        @Override
        public boolean hasName(int line, String normalName) {
            throw new IndexOutOfBoundsException(line);
        }

        @Override
        public String value(int line) {
            throw new IndexOutOfBoundsException(line);
        }
    }
}
