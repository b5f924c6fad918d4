package dev.ringer.internal.http1;

import dev.ringer.internal.http1.WrittenConnection.Owner;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Notes for the thread that has the lock of a connection's output, against that thread's letting it go: none is lost, and
 * none does anything to a stream but its own.
 */
public final class ConnectionOutputStress {
    private ConnectionOutputStress() {}

    /** A reader about to wait asks for a flush while another thread passes through the lock. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "What was gathered has left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The note was lost: the byte waits for ever.")
    @State
    public static class FlushAtTheUnlock {
        private final WrittenConnection connection = new WrittenConnection(true);

        @Actor
        public void reader() {
            connection.write(connection.stream);
            connection.output.flushSoon(connection.stream.stream());
        }

        @Actor
        public void other() {
            connection.passThrough();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = connection.sent();
            result.r2 = connection.sentAtLast();
        }
    }

    /** A handler that outlived its exchange asks for a flush while the next exchange asks for one of its own. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "What was gathered has left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The late note has taken the place of the other one.")
    @State
    public static class FlushesOfTwoStreams {
        private final WrittenConnection connection = new WrittenConnection(true);
        private final Owner ended = new Owner();

        /** After the end of the first exchange. */
        public FlushesOfTwoStreams() {
            ended.end();
        }

        @Actor
        public void late() {
            connection.output.flushSoon(ended.stream());
        }

        @Actor
        public void present() {
            connection.write(connection.stream);
            connection.output.flushSoon(connection.stream.stream());
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = connection.sent();
            result.r2 = connection.sentAtLast();
        }
    }

    /** A flush is asked for while its exchange ends and the next one writes. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The next exchange's byte waits for its own flush.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The late flush has touched what is not its stream's.")
    @State
    public static class FlushAfterTheEnd {
        private final WrittenConnection connection = new WrittenConnection(true);
        private final Owner ending = new Owner();

        @Actor
        public void late() {
            connection.output.flushSoon(ending.stream());
        }

        @Actor
        public void next() {
            ending.end();
            connection.write(connection.stream);
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = connection.sent();
            result.r2 = connection.sentAtLast();
        }
    }

    /** An exchange is aborted while its handler writes. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing has left, and nothing is kept.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The note was lost.")
    @State
    public static class AbortWhileItIsWritten {
        private final WrittenConnection connection = new WrittenConnection(true);

        @Actor
        public void writer() {
            connection.write(connection.stream);
        }

        @Actor
        public void other() {
            connection.stream.end();
            connection.output.abandon();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = connection.sent();
            result.r2 = connection.sentAtLast();
        }
    }

    /** Both notes at once, from a thread that gathers, flushes and returns and one that aborts. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Aborted before anything left.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The flush came first.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A note was lost.")
    @State
    public static class AbortAndFlush {
        private final WrittenConnection connection = new WrittenConnection(true);

        @Actor
        public void writer() {
            connection.write(connection.stream);
            connection.output.flushSoon(connection.stream.stream());
        }

        @Actor
        public void other() {
            connection.stream.end();
            connection.output.abandon();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = connection.sent();
            result.r2 = connection.sentAtLast();
        }
    }

    /** An exchange is aborted while its handler is about to wait for a client that takes nothing. */
    @JCStressTest
    @Outcome(
            id = "true, true",
            expect = Expect.ACCEPTABLE,
            desc = "The writer waits no longer, and the client is left.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "The writer waits for ever, or the connection stays.")
    @State
    public static class AbortAtTheWait {
        private final WrittenConnection connection = new WrittenConnection(false);

        @Actor
        public void writer(ZZ_Result result) {
            result.r1 = connection.writeThrough(connection.stream);
        }

        @Actor
        public void other() {
            connection.stream.end();
            connection.output.abandon();
        }

        @Arbiter
        public void judge(ZZ_Result result) {
            result.r2 = connection.closed();
        }
    }
}
