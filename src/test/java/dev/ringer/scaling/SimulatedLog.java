package dev.ringer.scaling;

import dev.ringer.scaling.ManyCores.Core;
import dev.ringer.scaling.ManyCores.Line;
import dev.ringer.scaling.ManyCores.Step;
import java.util.List;

/** {@code RecordQueue} on simulated cores: many cores add records, and one more core takes and formats them. */
final class SimulatedLog {
    private static final String STRUCTURE = "queue of the access log";
    private static final int CAPACITY = 8192;
    private static final int SLOTS_IN_LINE = 16;
    private static final int BATCH = 64;
    private static final double PAUSE = 10_000; // pause of the log's thread if there is no record
    private static final double FORMAT = 400; // work of the log's thread for a record

    private final Line places = new Line(STRUCTURE);
    private final Line tail = new Line(STRUCTURE);
    private final Line[] slots = Line.several(STRUCTURE, CAPACITY / SLOTS_IN_LINE);
    private final long[] slot; // number of the record that each core adds; -1 if the queue is full
    private int free = CAPACITY;
    private int emptied;
    private long added;
    private long taken;

    SimulatedLog(int count) {
        slot = new long[count];
    }

    /** Adds a record, or does nothing if the queue is full. */
    List<Step> add() {
        return List.of(ManyCores.read(places), this::takesPlace, this::takesNumber, this::fillsSlot);
    }

    private boolean takesPlace(Core core) {
        boolean full = free == 0;
        if (!full && !core.writes(places)) {
            return false;
        }
        slot[core.number] = full ? -1 : 0;
        free -= full ? 0 : 1;
        return true;
    }

    private boolean takesNumber(Core core) {
        if (slot[core.number] < 0) {
            return true;
        }
        if (!core.writes(tail)) {
            return false;
        }
        slot[core.number] = added++;
        return true;
    }

    private boolean fillsSlot(Core core) {
        return slot[core.number] < 0 || core.writes(slotOf(slot[core.number]));
    }

    Step take() {
        return core -> {
            if (taken == added) {
                core.spend(PAUSE);
                return false;
            }
            if (core.phase == 0) {
                core.phase = core.writes(slotOf(taken)) ? 1 : 0;
                return false;
            }
            if (emptied == BATCH && !core.writes(places)) {
                return false;
            }
            free += emptied == BATCH ? BATCH : 0;
            emptied = emptied == BATCH ? 1 : emptied + 1;
            taken++;
            core.phase = 0;
            return true;
        };
    }

    Step format(ManyCores cores) {
        return cores.work(FORMAT);
    }

    private Line slotOf(long number) {
        return slots[(int) (number % CAPACITY) / SLOTS_IN_LINE];
    }
}
