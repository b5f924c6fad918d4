package dev.ringer.internal.exchange;

import dev.ringer.headers.HeaderNames;
import dev.ringer.internal.names.FieldLines;
import dev.ringer.internal.names.KnownNames;

/** Makes field lines from strings, and counts the names and values that are requested. */
final class CountingLines implements FieldLines {
    int namesMade;
    int valuesMade;

    private final String[] pairs;

    CountingLines(String... pairs) {
        this.pairs = pairs;
    }

    @Override
    public int count() {
        return pairs.length / 2;
    }

    @Override
    public int knownName(int line) {
        return KnownNames.indexOf(pairs[2 * line]);
    }

    @Override
    public String name(int line) {
        namesMade++;
        return HeaderNames.normalize(pairs[2 * line]);
    }

    @Override
    public boolean hasName(int line, String normalName) {
        return normalName.equalsIgnoreCase(pairs[2 * line]);
    }

    @Override
    public String value(int line) {
        valuesMade++;
        return new String(pairs[2 * line + 1]);
    }
}
