package dev.ringer.internal.time;

import java.util.ArrayDeque;

/**
 * Deadlines of many things, for one thread: a hashed wheel whose entries move lazily.
 *
 * <p>An entry lies in the slot of some earlier or equal time. Moving its deadline into the future, which happens with
 * every request, only writes a field; the entry finds its new slot when its old one comes round. Moving it nearer links
 * it anew. An entry without a deadline is not in the wheel. Not thread-safe.
 */
public final class TimerWheel {
    /** The deadline of an entry that has none. */
    public static final long NONE = Long.MAX_VALUE;

    /** The length of a tick: an entry may expire this much late. */
    public static final long TICK_NANOS = 50_000_000L;

    private static final int SLOTS = 512;

    // where an entry is that lies in no slot
    private static final int NOWHERE = -1;
    private static final int DUE = -2; // among those that pollDue() gives out

    /** Something with a deadline. */
    public abstract static class Entry {
        /** When it is due, in {@link System#nanoTime()}'s terms, or {@link #NONE}. */
        private long deadline = NONE;

        private Entry previous;
        private Entry next;
        private int slot = NOWHERE; // its tick follows from it, since no slot holds more than one round

        /** For subclasses. */
        protected Entry() {}

        /**
         * Called once the deadline has passed; the entry has none then, and may set another one.
         */
        public abstract void expire();
    }

    private final Entry[] slots = new Entry[SLOTS];
    private final ArrayDeque<Entry> due = new ArrayDeque<>();
    private final long origin;
    private long tick; // all slots up to this one have been looked at
    private long earliest = NONE; // no slot before this tick is occupied
    private int entries;

    /**
     * An empty wheel.
     *
     * @param now the present, in {@link System#nanoTime()}'s terms
     */
    public TimerWheel(long now) {
        origin = now;
    }

    /**
     * Puts an entry into the wheel, or sets another deadline for one that is there.
     *
     * @param entry the entry
     * @param deadline in {@link System#nanoTime()}'s terms, or {@link #NONE}, which takes it out
     * @param now the present
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

    /**
     * Takes an entry out.
     *
     * @param entry an entry, in this wheel or in none
     */
    public void remove(Entry entry) {
        if (entry.slot >= 0) {
            unlink(entry);
        }
        entry.slot = NOWHERE;
        entry.deadline = NONE;
    }

    /**
     * Finds what is due; {@link #pollDue} gives it out.
     *
     * @param now the present
     */
    public void advance(long now) {
        long until = (now - origin) / TICK_NANOS;
        if (until - tick > SLOTS) {
            tick = until - SLOTS; // after a long pause every slot is looked at once
        }
        while (tick < until) {
            tick++;
            sweep((int) tick & (SLOTS - 1), now);
        }
    }

    /**
     * Takes one entry that was found to be due and has had no new deadline since.
     *
     * @return an entry whose {@link Entry#expire} is to be called, or null
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
     * How long a thread may sleep without missing a deadline.
     *
     * @param now the present
     * @return nanoseconds, at least one tick; {@link #NONE} if there is no entry
     */
    public long nanosToNext(long now) {
        if (entries == 0) {
            return NONE;
        }
        earliest = Math.max(earliest, tick + 1);
        while (slots[(int) earliest & (SLOTS - 1)] == null) {
            earliest++; // ends: some slot is occupied
        }
        return Math.max(TICK_NANOS, origin + earliest * TICK_NANOS - now);
    }

    private long dueTick(long deadline, long now) {
        long due = (now - origin + Math.max(0, deadline - now)) / TICK_NANOS + 1;
        return Math.min(Math.max(due, tick + 1), tick + SLOTS);
    }

    /** {@return the tick at which a slot comes round next} */
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
