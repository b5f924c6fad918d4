package dev.ringer.internal.time;

import java.util.ArrayDeque;

/**
 * Keeps the deadlines of many entries, in a hashed timer wheel whose entries move lazily. Not thread-safe.
 *
 * <p>An entry is in the slot of its deadline or of an earlier time. Every request postpones a deadline, and postponing
 * only writes a field. The entry moves to its new slot when the wheel reaches the old slot. An earlier deadline moves
 * the entry at once. An entry without a deadline is not in the wheel.
 */
public final class TimerWheel {
    /** The deadline of an entry that has none. */
    public static final long NONE = Long.MAX_VALUE;

    /** The length of a tick in nanoseconds. An entry may expire late by one tick. */
    public static final long TICK_NANOS = 50_000_000L;

    private static final int SLOTS = 512;

    // values of Entry.slot for an entry that is in no slot
    private static final int NOWHERE = -1;
    private static final int DUE = -2; // in the queue of pollDue()

    /** An object with a deadline. */
    public abstract static class Entry {
        /**
         * The time at which the entry is due, in the terms of {@link System#nanoTime()}; {@link #NONE} if it has no
         * deadline.
         */
        private long deadline = NONE;

        private Entry previous;
        private Entry next;
        // Index of the entry's slot. The slot determines the tick, because all entries of a slot belong to the same
        // round.
        private int slot = NOWHERE;

        /** For subclasses. */
        protected Entry() {}

        /** Runs once the deadline has passed. The entry then has no deadline, and may set another one. */
        public abstract void expire();
    }

    private final Entry[] slots = new Entry[SLOTS];
    private final ArrayDeque<Entry> due = new ArrayDeque<>();
    private final long origin;
    private long tick; // all slots up to this tick have been swept
    private long earliest = NONE; // no slot before this tick is occupied
    private int entries;

    /** Makes an empty wheel. All times are in the terms of {@link System#nanoTime()}. */
    public TimerWheel(long now) {
        origin = now;
    }

    /**
     * Adds an entry to the wheel, or changes the deadline of an entry that is already in the wheel. The deadline
     * {@link #NONE} removes the entry from the wheel.
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
     * Moves the wheel to the time {@code now}, and finds the entries that are due. {@link #pollDue} then returns them.
     */
    public void advance(long now) {
        long until = (now - origin) / TICK_NANOS;
        if (until - tick > SLOTS) {
            tick = until - SLOTS; // after a long pause, one round over all slots is enough
        }
        while (tick < until) {
            tick++;
            sweep((int) tick & (SLOTS - 1), now);
        }
    }

    /**
     * Removes and returns an entry that is due. Skips entries that have got a new deadline since {@link #advance}. The
     * caller must call {@link Entry#expire}. Returns null if no entry is due.
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
     * Returns how long a thread may sleep without missing a deadline: nanoseconds, at least one tick; {@link #NONE} if
     * the wheel has no entry.
     */
    public long nanosToNext(long now) {
        if (entries == 0) {
            return NONE;
        }
        earliest = Math.max(earliest, tick + 1);
        while (slots[(int) earliest & (SLOTS - 1)] == null) {
            earliest++; // this loop ends, because at least one slot is occupied
        }
        return Math.max(TICK_NANOS, origin + earliest * TICK_NANOS - now);
    }

    private long dueTick(long deadline, long now) {
        long due = (now - origin + Math.max(0, deadline - now)) / TICK_NANOS + 1;
        return Math.min(Math.max(due, tick + 1), tick + SLOTS);
    }

    /** {@return the tick at which the wheel next reaches a slot} */
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
