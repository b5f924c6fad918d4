package dev.ringer.internal.names;

/**
 * The field lines of a received head, in the order of their arrival. Lines are numbered from 0 to {@link #count()} - 1.
 *
 * <p>Immutable: lines keep their content after their connection is closed. Any thread may read them.
 */
public interface FieldLines {
    /** An empty list of field lines. */
    FieldLines NONE = new None();

    /** Returns the number of lines. */
    int count();

    /**
     * Returns the index of a line's name in {@link KnownNames}, or {@link KnownNames#UNKNOWN} if that set lacks the
     * name.
     */
    int knownName(int line);

    /**
     * Returns the name of a line in normal form. A known name is always the same string. Any other name may be a new
     * string on each call.
     */
    String name(int line);

    /** Whether the name of a line, in normal form, equals {@code normalName}. Makes no string. */
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
