package dev.ringer.internal.http1;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Sees to it that a finished response which waits for the next one on its pipelined connection waits a millisecond at the
 * most, however long the next handler takes. One thread for a server, started by the first response that waits; it sleeps
 * while none does.
 */
final class HeldOutputWatchdog {
    private static final long TICK_NANOS = 500_000;
    private static final int IDLE_TICKS = 200;

    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private volatile Thread thread;
    private volatile boolean sleeping;
    private volatile boolean stopped;

    /** What one loop has waiting: its loop writes, the watchdog reads. */
    final class Post {
        private volatile ConnectionOutput output;
        private volatile long since;

        /** A response begins to wait. */
        void hold(ConnectionOutput waiting) {
            since = System.nanoTime();
            output = waiting;
            wake();
        }

        /** Nothing waits any more. */
        void clear() {
            output = null;
        }

        private boolean look(long now) {
            ConnectionOutput waiting = output;
            if (waiting == null) {
                return false;
            }
            if (now - since >= TICK_NANOS) {
                waiting.releaseHeld();
            }
            return true;
        }
    }

    /** A place for one loop. */
    Post post() {
        Post post = new Post();
        posts.add(post);
        return post;
    }

    private void wake() {
        if (thread == null) {
            start();
        } else if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void start() {
        if (thread == null && !stopped) {
            Thread made = new Thread(null, this::run, "ringer-held-output", 0, false);
            made.setDaemon(true);
            thread = made;
            made.start();
        }
    }

    private void run() {
        int idle = 0;
        while (!stopped) {
            long now = System.nanoTime();
            boolean busy = false;
            for (Post post : posts) {
                busy |= look(post, now);
            }
            idle = busy ? 0 : idle + 1;
            if (idle < IDLE_TICKS) {
                LockSupport.parkNanos(this, TICK_NANOS);
            } else {
                sleep();
                idle = 0;
            }
        }
    }

    private static boolean look(Post post, long now) {
        try {
            return post.look(now);
        } catch (RuntimeException | Error failure) { // of one connection: the others rely on this thread
            return true;
        }
    }

    /** Sleeps until a response waits; looks once more after it has said so, or a wake-up could be missed. */
    private void sleep() {
        sleeping = true;
        boolean waiting = false;
        for (Post post : posts) {
            waiting |= post.output != null;
        }
        if (!waiting && !stopped) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    /** Ends the thread. */
    void stop() {
        stopped = true;
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
        }
    }
}
