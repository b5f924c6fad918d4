package dev.ringer.internal.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * A loop's own thread and its stand-in: they never drive at once, each sees what the other wrote, and the own thread always
 * gets the loop back.
 */
public final class LoopStateStress {
    private LoopStateStress() {}

    /** The handler takes its time, and does not wait in the server's code. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The own thread drove throughout.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It was relieved, and got the loop back.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Turns were lost.")
    @State
    public static class BusyHandler {
        private final DrivenLoop loop = new DrivenLoop();

        @Actor
        public void own() {
            loop.drive();
            loop.enter();
            loop.leaveAndDrive();
        }

        @Actor
        public void standIn() {
            loop.relieve();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = loop.lostTurns();
            result.r2 = loop.reliefs();
        }
    }

    /** Handlers one after the other, of which every second one waits for its client. */
    @JCStressTest
    @Outcome(id = "0, [0-3]", expect = Expect.ACCEPTABLE, desc = "No turn was lost, however often it was relieved.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Turns were lost.")
    @State
    public static class ManyHandlers {
        private final DrivenLoop loop = new DrivenLoop();

        @Actor
        public void own() {
            for (int i = 0; i < 4; i++) {
                loop.enter();
                if (i % 2 == 0) {
                    loop.state.offer();
                }
                loop.leaveAndDrive();
            }
        }

        @Actor
        public void standIn() {
            for (int i = 0; i < 3; i++) {
                loop.relieve();
            }
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = loop.lostTurns();
            result.r2 = loop.reliefs();
        }
    }

    /** A task drives in a stint, while the stand-in takes the loop from the own thread or from the task. */
    @JCStressTest
    @Outcome(id = "0, [01]", expect = Expect.ACCEPTABLE, desc = "No turn was lost, whoever drove.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Turns were lost.")
    @State
    public static class Stint {
        private final DrivenLoop loop = new DrivenLoop();
        private final long offered = loop.enter();

        @Actor
        public void own() {
            loop.leaveAndDrive();
        }

        @Actor
        public void task() {
            loop.driveInStint(offered);
        }

        @Actor
        public void standIn() {
            loop.takeFromStint();
            loop.relieve();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = loop.lostTurns();
            result.r2 = loop.reliefs();
        }
    }

    /** The stand-in tells a new handler from the one that it saw before by the word. */
    @JCStressTest
    @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "It looked too early.")
    @Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "It saw the handler and what came before.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It saw the handler, but not what came before.")
    @State
    public static class CountOfEntries {
        private final LoopState state = new LoopState();
        private final long before = state.now();
        private int written;

        @Actor
        public void own() {
            written = 1;
            state.enter();
        }

        @Actor
        public void standIn(ZI_Result result) {
            result.r1 = state.now() != before;
            result.r2 = result.r1 ? written : 0;
        }
    }
}
