package dev.ringer.abuse;

import dev.ringer.testkit.Mode;

/** Handlers run on virtual threads. */
class AbuseOnVirtualThreadsIT extends AbuseSuite {
    AbuseOnVirtualThreadsIT() {
        super(Mode.VIRTUAL);
    }
}
