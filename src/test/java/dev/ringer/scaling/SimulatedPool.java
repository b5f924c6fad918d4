package dev.ringer.scaling;

import dev.ringer.scaling.ManyCores.Core;
import dev.ringer.scaling.ManyCores.Line;
import dev.ringer.scaling.ManyCores.Step;
import java.util.function.ToIntFunction;

/** {@code BufferPool} on simulated cores: the same search for a slot with a buffer, or for a slot without a buffer. */
final class SimulatedPool {
    private static final int LINES_OF_BUFFER = 3; // cache lines that a small response writes

    private final String structure;
    private final int count; // number of cores
    private final int startBits;
    private final ToIntFunction<Core> threadNumber;
    private final Line[] slots;
    private final Line[] spare; // the buffer in each slot; null for none
    private final Line[] rented; // the buffer of each core; null for none
    private final int[] start; // the slot at which the thread of each core begins
    private int made;

    /** {@code threadNumber} is called for each rented buffer, and returns the number of the thread that rents it. */
    SimulatedPool(String structure, int size, int count, ToIntFunction<Core> threadNumber) {
        this.structure = structure;
        this.count = Math.min(size, count);
        this.startBits = Integer.SIZE - Integer.numberOfLeadingZeros(this.count - 1);
        this.threadNumber = threadNumber;
        this.slots = Line.several(structure, size);
        this.spare = new Line[size];
        this.rented = new Line[count];
        this.start = new int[count];
    }

    Step rent() {
        return core -> {
            if (core.phase == 0) {
                int number = threadNumber.applyAsInt(core);
                start[core.number] = number + (number >> startBits) & (1 << startBits) - 1;
                core.phase = 1;
            }
            return exchanges(core, true);
        };
    }

    /** Writes the bytes of a response into the rented buffer. */
    Step use() {
        return core -> core.writes(rented[core.number]);
    }

    Step release() {
        return core -> {
            core.phase = Math.max(1, core.phase);
            return exchanges(core, false);
        };
    }

    /** One step of the search. An odd phase reads the next slot, and an even phase writes the slot that fits. */
    private boolean exchanges(Core core, boolean renting) {
        int probe = (core.phase - 1) / 2;
        if (probe == slots.length || renting && probe > 0 && core.phase % 2 != 0 && made < count) {
            rented[core.number] = renting ? new Line(structure, LINES_OF_BUFFER) : null;
            made += renting ? 1 : -1;
            core.phase = 0;
            return true;
        }
        int slot = (start[core.number] + probe) % slots.length;
        boolean reading = core.phase % 2 != 0;
        if (!(reading ? core.reads(slots[slot]) : core.writes(slots[slot]))) {
            return false;
        }
        boolean fits = spare[slot] != null == renting;
        if (reading || !fits) {
            core.phase += reading && !fits ? 2 : 1;
            return false;
        }
        Line found = spare[slot];
        spare[slot] = rented[core.number];
        rented[core.number] = found;
        core.phase = 0;
        return true;
    }
}
