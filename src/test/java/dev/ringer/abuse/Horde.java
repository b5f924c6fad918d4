package dev.ringer.abuse;

import dev.ringer.testkit.Deadlines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs the clients of many attacks on one thread, until {@link #close}. */
final class Horde implements AutoCloseable {
    private final PriorityQueue<Raider> raiders = new PriorityQueue<>();
    private final List<Raider> all = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean ending;
    private volatile Throwable failure;

    /** Starts each client at a random time within the first second. */
    Horde(Collection<Attack> attacks, List<Integer> ports, long seed) {
        Random random = new Random(seed);
        long now = System.nanoTime();
        for (Attack attack : attacks) {
            int port = ports.get(attack.plan().target.ordinal());
            for (int i = 0; i < attack.plan().connections; i++) {
                all.add(new Raider(attack, port, now + random.nextInt((int) TimeUnit.SECONDS.toNanos(1))));
            }
        }
        raiders.addAll(all);
        Thread thread = new Thread(this::run, "horde");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!ending) {
                Raider next = raiders.peek();
                long now = System.nanoTime();
                if (next == null || next.dueAt() - now > 0) {
                    LockSupport.parkNanos(next == null ? 10_000_000 : Math.min(10_000_000, next.dueAt() - now));
                } else {
                    raiders.remove();
                    next.step(now);
                    raiders.add(next);
                }
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            all.forEach(Raider::end);
            ended.countDown();
        }
    }

    /** Returns the number of connections of each attack, and how many the server closed. Call after {@link #close}. */
    Map<Attack, String> report() {
        Map<Attack, int[]> counts = new EnumMap<>(Attack.class);
        for (Raider raider : all) {
            int[] count = counts.computeIfAbsent(raider.attack, any -> new int[2]);
            count[0] += raider.connections();
            count[1] += raider.closedByServer();
        }
        Map<Attack, String> report = new EnumMap<>(Attack.class);
        counts.forEach((attack, count) -> report.put(attack, count[0] + "/" + count[1]));
        return report;
    }

    /** Ends all connections. */
    @Override
    public void close() {
        ending = true;
        Deadlines.await(ended);
        if (failure != null) {
            throw new AssertionError("the attack broke off", failure);
        }
    }
}
