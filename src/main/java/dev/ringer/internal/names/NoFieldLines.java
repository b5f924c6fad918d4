package dev.ringer.internal.names;

/** No field lines. */
final class NoFieldLines implements FieldLines {
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
