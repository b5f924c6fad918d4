package dev.ringer.abuse;

import dev.ringer.testkit.Mode;

/** Handlers run one at a time on the thread that also moves all connections. */
class AbuseWithoutExecutorIT extends AbuseSuite {
    AbuseWithoutExecutorIT() {
        super(Mode.NO_EXECUTOR);
    }
}
