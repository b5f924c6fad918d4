package dev.ringer.soak;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.Callable;

/** Visits a server repeatedly until the time is up, and returns the number of visits. */
abstract class SoakVisits implements Callable<Integer> {
    final int port;
    final Random random;
    private final long end;

    SoakVisits(int port, long end, long seed) {
        this.port = port;
        this.end = end;
        this.random = new Random(seed);
    }

    @Override
    public final Integer call() throws IOException {
        var visits = 0;
        for (; System.nanoTime() - end < 0; visits++) {
            visit();
        }
        return visits;
    }

    /** Opens a connection, and closes it in the end. */
    abstract void visit() throws IOException;
}
