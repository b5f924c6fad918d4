package dev.ringer.internal.transport;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A handler ends its exchange while the stand-in may take over: what it leaves to the loop is neither lost nor done twice. */
@JCStressTest
@Outcome(id = "1, [01]", expect = Expect.ACCEPTABLE, desc = "The one thing was had once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It was lost, or had twice.")
@State
public class HandedBackStress {
    private final DrivenLoop loop = new DrivenLoop();
    private final HandedBack handedBack = new HandedBack(loop.state);
    private int queued;
    private int takenByOwn;
    private int takenByStandIn;

    @Actor
    public void own() {
        loop.state.enter();
        queued = handedBack.offer(() -> {}) ? 0 : 1;
        loop.leaveAndDrive();
        takenByOwn = handedBack.takeOwn() == null ? 0 : 1;
    }

    @Actor
    public void standIn() {
        loop.relieve(() -> takenByStandIn = handedBack.take() == null ? 0 : 1);
    }

    @Arbiter
    public void judge(II_Result result) {
        result.r1 = loop.lostTurns() == 0 ? queued + takenByOwn + takenByStandIn : -1;
        result.r2 = loop.reliefs();
    }
}
