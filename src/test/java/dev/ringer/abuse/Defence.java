package dev.ringer.abuse;

import java.util.EnumSet;
import java.util.Set;

/** Defences that keep an attack from harming other clients. */
enum Defence {
    /** Defences that every server has. */
    STANDING,
    /** One account of all memory that the server retains for clients. */
    MEMORY,
    /** Minimum rates for request and response bodies, and responses that the event loop sends. */
    RATES,
    /** Limits on the cost of one request, and a log that clients cannot flood. */
    LIMITS,
    /** No defence helps: the only thread that runs handlers must wait for this client. */
    MORE_THREADS;

    /** Returns the defences that Ringer has. */
    static Set<Defence> present() {
        return EnumSet.complementOf(EnumSet.of(MORE_THREADS));
    }
}
