package dev.ringer.abuse;

import dev.ringer.testkit.Mode;

/** Handlers run on as many platform threads as it takes. */
class AbuseOnPoolIT extends AbuseSuite {
    AbuseOnPoolIT() {
        super(Mode.CACHED_POOL);
    }
}
