package dev.ringer.internal.http1;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * The end of an exchange against what the loop hears of its connection meanwhile: one owner at any time, no input that
 * nobody looks for, and what the connection holds is released once.
 */
public final class LendingStress {
    private LendingStress() {}

    /** Input comes while the application gives the connection back. */
    @JCStressTest
    @Outcome(
            id = "true, false, 0",
            expect = Expect.ACCEPTABLE,
            desc = "The loop is asked to take it back, and looks then.")
    @Outcome(
            id = "false, true, 1",
            expect = Expect.ACCEPTABLE,
            desc = "The loop has it again, and sees what was done to it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Two owners, none, or one that does not see what the one before did.")
    @State
    public static class InputAtTheReturn {
        private final Lending lending = new Lending();
        private int requests; // the owner's

        /** Of a request without a body. */
        public InputAtTheReturn() {
            lending.lend(true);
        }

        @Actor
        public void application(ZZI_Result result) {
            requests++;
            result.r2 = lending.tryReturn();
        }

        @Actor
        public void loop(ZZI_Result result) {
            boolean stopsWatching = lending.noteInput();
            result.r1 = stopsWatching;
            result.r3 = stopsWatching ? 0 : requests;
        }
    }

    /** The connection is closed while the application gives it back; the loop's task may come before or after. */
    @JCStressTest
    @Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "Released once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Not released, or released twice.")
    @State
    public static class CloseAtTheReturn {
        private final LentConnection connection = new LentConnection(true);

        @Actor
        public void application() {
            connection.end();
        }

        @Actor
        public void loop() {
            connection.close();
            connection.runTask();
        }

        @Arbiter
        public void judge(II_Result result) {
            connection.runTask();
            result.r1 = connection.releases();
            result.r2 = connection.tasksRun();
        }
    }

    /** The same with input before the close, and the task between the two where it is soon. */
    @JCStressTest
    @Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "Released once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Not released, or released twice.")
    @State
    public static class InputAndCloseAtTheReturn {
        private final LentConnection connection = new LentConnection(true);

        @Actor
        public void application() {
            connection.end();
        }

        @Actor
        public void loop() {
            connection.receive();
            connection.runTask();
            connection.close();
        }

        @Arbiter
        public void judge(II_Result result) {
            connection.runTask();
            result.r1 = connection.releases();
            result.r2 = connection.tasksRun();
        }
    }

    /** The application reads the connection itself, so that it is never returned without the loop. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Taken back and released once.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Not taken back, not released, or released twice.")
    @State
    public static class CloseWhileItIsRead {
        private final LentConnection connection = new LentConnection(false);

        @Actor
        public void application() {
            connection.end();
        }

        @Actor
        public void loop() {
            connection.runTask();
            connection.close();
            connection.runTask();
        }

        @Arbiter
        public void judge(II_Result result) {
            connection.runTask();
            result.r1 = connection.releases();
            result.r2 = connection.tasksRun();
        }
    }
}
