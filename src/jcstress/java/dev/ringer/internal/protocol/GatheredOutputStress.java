package dev.ringer.internal.protocol;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Threads that queue and ask for it to be sent: one sends for all, never two at once, and nothing is left unsent when nobody is at it
 * any more.
 */
public final class GatheredOutputStress {
    private GatheredOutputStress() {}

    /** The second one leaves its item to the first, which is about to end. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "All has left, without the loop.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An item was left, or two threads sent at once.")
    @State
    public static class TwoThreads {
        private final SharedOutput output = SharedOutput.create(Integer.MAX_VALUE);

        @Actor
        public void one() {
            output.put();
        }

        @Actor
        public void other() {
            output.put();
        }

        @Arbiter
        public void judge(II_Result result) {
            output.judge(result);
        }
    }

    /** Both ask again and again: also while a question is still open. */
    @JCStressTest
    @Outcome(id = "6, 6", expect = Expect.ACCEPTABLE, desc = "All has left, without the loop.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An item was left, or two threads sent at once.")
    @State
    public static class ManyQuestions {
        private final SharedOutput output = SharedOutput.create(Integer.MAX_VALUE);

        @Actor
        public void one() {
            for (int i = 0; i < 3; i++) {
                output.put();
            }
        }

        @Actor
        public void other() {
            for (int i = 0; i < 3; i++) {
                output.put();
            }
        }

        @Arbiter
        public void judge(II_Result result) {
            output.judge(result);
        }
    }

    /** Who has sent as much as it may leaves the rest to the loop, while the other one asks. */
    @JCStressTest
    @Outcome(id = "[0-4], 4", expect = Expect.ACCEPTABLE, desc = "What was left has left with the loop.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An item was left, or two threads sent at once.")
    @State
    public static class RestForTheLoop {
        private final SharedOutput output = SharedOutput.create(1);

        @Actor
        public void one() {
            output.put();
            output.put();
        }

        @Actor
        public void other() {
            output.put();
            output.put();
        }

        @Arbiter
        public void judge(II_Result result) {
            output.judge(result);
        }
    }

    /** A thread takes the sender's place for something else, and forgets who has asked meanwhile: it must look by itself. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It has left, without the loop.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "It was left, or two threads sent at once.")
    @State
    public static class AnotherUseOfTheTurn {
        private final SharedOutput output = SharedOutput.create(Integer.MAX_VALUE);

        @Actor
        public void sender() {
            output.put();
        }

        @Actor
        public void other() {
            output.trim();
        }

        @Arbiter
        public void judge(II_Result result) {
            output.judge(result);
        }
    }
}
