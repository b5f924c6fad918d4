package dev.ringer.internal.http1;

/**
 * What a connection is at. Kept as ordinals: each exchange changes it twice, and with G1 a reference stored in what has grown
 * old costs a fence ({@code pipelined} in {@code benchmarks/servers}). Belongs to the owner of the connection.
 */
abstract class PhasedConnection {
    private static final Phase[] PHASES = Phase.values();

    private byte phase; // HEAD
    private byte afterSending;

    final Phase phase() {
        return PHASES[phase];
    }

    final boolean at(Phase one) {
        return phase == one.ordinal();
    }

    final void enter(Phase next) {
        phase = (byte) next.ordinal();
    }

    /** The response has been sent, or what is left of it is sent before what comes next. */
    final void enter(Phase next, boolean sent) {
        enter(sent ? next : Phase.SENDING);
        afterSending = (byte) next.ordinal();
    }

    /** What was left has been sent. */
    final void enterAfterSending() {
        phase = afterSending;
    }
}
