package dev.ringer.internal.transport;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Says which thread runs an event loop. This thread, called the driver, is the loop thread, the stand-in while the loop
 * thread runs application code, or a task on the application's executor during a stint. The state is one atomic word, so
 * there is never more than one driver. In the diagram, "own" is the loop thread, and "task" is the task of a stint.
 *
 * <pre>
 *   DRIVING ──own: enter──► HANDLING ──own: offer──► OFFERED
 *    ▲  ▲ ▲                 │ │    │                   │   │
 *    │  │ └───own: leave────┘ │    └─stand-in: take──┐ │   │
 *    │  ├─────own: leave──────│──────────────────────│─┘   │
 *    │  │                     │                      ▼     │
 *    │  └─stand-in: give back─│─ RECLAIMED ◄──own── RELIEVED ◄──stand-in: take
 *    │                        │
 *    │                        └──task: beginStint──► STINT ──task: enter──► STINT_HANDLING
 *    │                                                │ ▲                    │  │
 *    ├────────────────────────────task: endStint──────┘ └────task: leave─────┘  │
 *    └────────────────────────────any thread: endStint──────────────────────────┘
 * </pre>
 *
 * <p>The word also counts how often application code was entered. So a thread that refers to an entry, by the word that
 * {@link #enter} has returned, never changes the state of a later one.
 *
 * <p>A new driver sees everything that the previous driver wrote.
 */
final class LoopState {
    private static final int DRIVING = 0;
    private static final int HANDLING = 1;
    private static final int OFFERED = 2;
    private static final int RELIEVED = 3;
    private static final int RECLAIMED = 4;
    private static final int STINT = 5;
    private static final int STINT_HANDLING = 6;

    private static final int ENTRY = 8; // the count of entries is in the bits above the state
    private static final int STATES = ENTRY - 1;

    private final AtomicLong word = new AtomicLong(DRIVING);

    private static int state(long word) {
        return (int) word & STATES;
    }

    private static long with(int state, long word) {
        return word & ~STATES | state;
    }

    private boolean change(long from, int to) {
        return word.compareAndSet(from, with(to, from));
    }

    // ---- called by the loop thread or the task of a stint, whichever drives

    /** Records that the driver is about to run application code. Returns the word of this entry. */
    long enter() {
        long before = word.get();
        long entry = with(state(before) == STINT ? STINT_HANDLING : HANDLING, before + ENTRY);
        word.set(entry);
        return entry;
    }

    /**
     * Lets the thread that entered drive again. If another thread drives meanwhile, returns false. Then a stint is over,
     * and the loop thread must call {@link #reclaim}.
     */
    boolean leave(long entry) {
        return state(entry) == STINT_HANDLING
                ? change(entry, STINT)
                : change(entry, DRIVING) || change(with(OFFERED, entry), DRIVING);
    }

    // ---- called by the loop thread

    /** Asks the stand-in for the loop. Returns false if the stand-in does not drive. */
    boolean reclaim(long entry) {
        return change(with(RELIEVED, entry), RECLAIMED);
    }

    /** Allows the stand-in thread to take over now. Returns true if the caller must wake that thread for this. */
    boolean offer() {
        long now = word.get();
        return state(now) == HANDLING && change(now, OFFERED);
    }

    // ---- called by the task of a stint

    /** Begins a stint, if the loop thread still runs the application code of an entry, and no thread drives. */
    boolean beginStint(long entry) {
        return state(entry) == HANDLING && change(entry, STINT);
    }

    /** Gives the loop to the loop thread. Called by the task while it drives. */
    void endStint() {
        word.set(with(DRIVING, word.get()));
    }

    // ---- called by the stand-in

    /** Lets the stand-in thread run the loop. Returns false if the loop thread does not run application code. */
    boolean take() {
        long now = word.get();
        return (state(now) == HANDLING || state(now) == OFFERED) && change(now, RELIEVED);
    }

    /** Gives the loop back to the loop thread, after {@link #reclaimed} has returned true. */
    void giveBack() {
        word.set(with(DRIVING, word.get()));
    }

    // ---- called by any thread

    /** Gives the loop to the loop thread, if the task of a stint still runs the application code of an entry. */
    boolean endStint(long entry) {
        return state(entry) == STINT_HANDLING && change(entry, DRIVING);
    }

    /** Returns the word, which says what the driver does, and in which entry. */
    long now() {
        return word.get();
    }

    /** Whether the driver runs application code of a stint, by a word that {@link #now} has returned. */
    static boolean handlesInStint(long word) {
        return state(word) == STINT_HANDLING;
    }

    /** Whether the task of a stint drives the loop, or runs application code. */
    boolean inStint() {
        return state(word.get()) >= STINT;
    }

    /** Whether the task of a stint drives the loop, and the given entry was the last one. */
    boolean drivenIn(long entry) {
        return word.get() == with(STINT, entry);
    }

    /** Whether the task of a stint drives the loop now. */
    boolean drivenInStint() {
        return state(word.get()) == STINT;
    }

    /** Whether the loop thread runs the loop. */
    boolean driving() {
        return state(word.get()) == DRIVING;
    }

    /** Whether the loop thread runs application code, and no thread runs the loop. */
    boolean handling() {
        return state(word.get()) == HANDLING;
    }

    /** Whether application code on the loop thread is about to wait, and no thread runs the loop. */
    boolean offered() {
        return state(word.get()) == OFFERED;
    }

    /** Whether the stand-in thread runs the loop. */
    boolean relieved() {
        int state = state(word.get());
        return state == RELIEVED || state == RECLAIMED;
    }

    /** Whether the driver may run application code: it is the loop thread or the task of a stint. */
    boolean mayEnter() {
        int state = state(word.get());
        return state == DRIVING || state == STINT;
    }

    /** Whether the stand-in thread runs the loop, but must give it back after its current turn. */
    boolean reclaimed() {
        return state(word.get()) == RECLAIMED;
    }
}
