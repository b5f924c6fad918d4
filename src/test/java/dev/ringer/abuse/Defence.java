package dev.ringer.abuse;

import java.util.EnumSet;
import java.util.Set;

/** What a server needs to stand an attack without harm to others. */
enum Defence {
    /** What every server has. */
    STANDING,
    /** One account of all memory that clients take. */
    MEMORY,
    /** The least rates, both ways, and responses that the loop sends. */
    RATES,
    /** Bounds on what one request may cost, and a log that clients do not fill. */
    LIMITS,
    /** None there is: the only thread that runs handlers waits for this client, as it must. */
    MORE_THREADS;

    /** Those that Ringer has. */
    static Set<Defence> present() {
        return EnumSet.complementOf(EnumSet.of(MORE_THREADS));
    }
}
