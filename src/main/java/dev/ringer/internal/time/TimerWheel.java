package dev.ringer.internal.time;

import java.util.ArrayDeque;

/**
 * Keeps the deadlines of many entries, in a hashed timer wheel. Not thread-safe.
 *
 * <p>An entry is in the slot for its deadline, or in an earlier slot. Postponing a deadline, which every request does,
 * only writes a field. The entry moves to its new slot when the wheel reaches the old one. If the new deadline is
 * earlier, the entry moves immediately. An entry without a deadline is not in the wheel.
 */
public final class TimerWheel {
    /** Stands for no deadline. */
    public static final long NONE = Long.MAX_VALUE;

    /** The length of a tick in nanoseconds. An entry may expire one tick too late. */
    public static final long TICK_NANOS = 50_000_000L;

    private static final int SLOTS = 512;

    // values of Entry.slot for an entry that is in none of the slots
    private static final int NOWHERE = -1;
    private static final int DUE = -2; // the entry is in the queue from which pollDue() takes

    /** An object that has a deadline. */
    public abstract static class Entry {
        /**
         * The time at which the entry expires, in terms of {@link System#nanoTime()}; {@link #NONE} if it has no
         * deadline.
         */
        private long deadline = NONE;

        private Entry previous;
        private Entry next;
        // Index of the slot in which the entry is. All entries of a slot belong to the same tick, because none is more
        // than one round of the wheel away.
        private int slot = NOWHERE;

        /** Whether the entry has a deadline, and expires at the given time of {@link System#nanoTime()} or earlier. */
        protected final boolean isDueBy(long time) {
            return slot == DUE || deadline != NONE && deadline - time <= 0;
        }

        /** Called when the deadline has passed. The entry has no deadline any more, and may get another one. */
        public abstract void expire();
    }

    private final Entry[] slots = new Entry[SLOTS];
    private final ArrayDeque<Entry> due = new ArrayDeque<>();
    private final long origin;
    private long tick; // the last tick whose slot the wheel has emptied
    private long earliest = NONE; // a tick; no entry is in the slot of an earlier tick
    private int entries;

    /** Creates an empty wheel. {@code now} and all other times are in terms of {@link System#nanoTime()}. */
    public TimerWheel(long now) {
        origin = now;
    }

    /**
     * Sets the deadline of an entry, and adds the entry to the wheel if necessary. The deadline {@link #NONE} removes
     * the entry.
     */
    public void schedule(Entry entry, long deadline, long now) {
        if (deadline == NONE) {
            remove(entry);
            return;
        }
        entry.deadline = deadline;
        long due = dueTick(deadline, now);
        if (entry.slot >= 0) {
            if (tickOf(entry.slot) <= due) {
                return;
            }
            unlink(entry);
        }
        link(entry, due);
    }

    /** Removes an entry. Does nothing if the entry is not in the wheel. */
    public void remove(Entry entry) {
        if (entry.slot >= 0) {
            unlink(entry);
        }
        entry.slot = NOWHERE;
        entry.deadline = NONE;
    }

    /**
     * Advances the wheel to the time {@code now}, and collects the entries whose deadline has passed, for
     * {@link #pollDue}.
     */
    public void advance(long now) {
        long until = (now - origin) / TICK_NANOS;
        if (until - tick > SLOTS) {
            // if more time has passed than one round of the wheel, one round over all slots is enough
            tick = until - SLOTS;
        }
        while (tick < until) {
            tick++;
            sweep((int) tick & (SLOTS - 1), now);
        }
    }

    /**
     * Removes and returns an entry whose deadline has passed; null if there is none. Skips entries that have got a new
     * deadline since {@link #advance}. The caller must call {@link Entry#expire}.
     */
    public Entry pollDue() {
        Entry entry = due.poll();
        while (entry != null && entry.slot != DUE) {
            entry = due.poll();
        }
        if (entry != null) {
            entry.slot = NOWHERE;
        }
        return entry;
    }

    private void sweep(int slot, long now) {
        Entry entry = slots[slot];
        slots[slot] = null;
        while (entry != null) {
            Entry following = entry.next;
            detached(entry);
            if (entry.deadline - now > 0) {
                link(entry, dueTick(entry.deadline, now));
            } else {
                entry.deadline = NONE;
                entry.slot = DUE;
                due.add(entry);
            }
            entry = following;
        }
    }

    /**
     * Returns for how many nanoseconds a thread may sleep without missing a deadline. The result is at least one tick,
     * or {@link #NONE} if the wheel is empty.
     */
    public long nanosToNext(long now) {
        if (entries == 0) {
            return NONE;
        }
        earliest = Math.max(earliest, tick + 1);
        while (slots[(int) earliest & (SLOTS - 1)] == null) {
            earliest++; // the loop ends, because at least one slot is not empty
        }
        return Math.max(TICK_NANOS, origin + earliest * TICK_NANOS - now);
    }

    private long dueTick(long deadline, long now) {
        long due = (now - origin + Math.max(0, deadline - now)) / TICK_NANOS + 1;
        return Math.min(Math.max(due, tick + 1), tick + SLOTS);
    }

    /** {@return the tick at which the wheel will next reach a slot} */
    private long tickOf(int slot) {
        return tick + 1 + ((slot - tick - 1) & (SLOTS - 1));
    }

    private void link(Entry entry, long due) {
        int slot = (int) due & (SLOTS - 1);
        entry.slot = slot;
        entry.previous = null;
        entry.next = slots[slot];
        if (entry.next != null) {
            entry.next.previous = entry;
        }
        slots[slot] = entry;
        earliest = Math.min(earliest, due);
        entries++;
    }

    private void unlink(Entry entry) {
        if (entry.previous == null) {
            slots[entry.slot] = entry.next;
        } else {
            entry.previous.next = entry.next;
        }
        if (entry.next != null) {
            entry.next.previous = entry.previous;
        }
        detached(entry);
    }

    private void detached(Entry entry) {
        entry.slot = NOWHERE;
        entry.previous = null;
        entry.next = null;
        entries--;
    }
}
