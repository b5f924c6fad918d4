package dev.ringer.testkit;

import java.util.Locale;

/** What became of a connection. */
public enum Fate {
    /** The connection answered one more request. */
    USABLE,
    /** The connection ended, by end of stream or by reset. */
    CLOSED,
    /** The connection is open, but no byte arrives. */
    SILENT;

    @Override
    public String toString() {
        return "connection " + name().toLowerCase(Locale.ROOT);
    }
}
