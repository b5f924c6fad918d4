package dev.ringer.internal.names;

/**
 * The field lines of a received head, in the order of their arrival. Lines are numbered from 0 to {@link #count()} - 1.
 *
 * <p>Immutable: lines keep their content even after their connection is closed, and may be read by any thread.
 */
public interface FieldLines {
    /** No lines. */
    FieldLines NONE = new None();

    /**
     * Returns the number of lines.
     *
     * @return the number of lines
     */
    int count();

    /**
     * Returns the known name of a line.
     *
     * @param line the line's number
     * @return an index of {@link KnownNames}, or {@link KnownNames#UNKNOWN}
     */
    int knownName(int line);

    /**
     * Returns the name of a line in normal form. For a known name this is its one constant. For any other name it is a
     * new or a cached string.
     *
     * @param line the line's number
     * @return the name
     */
    String name(int line);

    /**
     * Whether a line has a certain name.
     *
     * @param line the line's number
     * @param normalName a name in normal form
     * @return true if {@link #name} would be equal to {@code normalName}
     */
    boolean hasName(int line, String normalName);

    /**
     * Returns the value of a line, without the white space around it.
     *
     * @param line the line's number
     * @return a new string on each call
     */
    String value(int line);

    /** No field lines. */
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
