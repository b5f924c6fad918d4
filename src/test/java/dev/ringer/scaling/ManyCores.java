package dev.ringer.scaling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;

/**
 * A simulated machine with many cores that share cache lines. {@code benchmarks/NOTES.md} has its results, which
 * {@link ServerModes} prints.
 *
 * <p>Each core runs requests, one after the other. A request is a list of steps: local work, reads and writes of cache
 * lines, and locks. One core at a time may write a line. A core that uses a line which another core has changed waits
 * for the transfer of the line. Meanwhile, further cores wait for their turn. The machine always runs the core whose
 * clock is behind the clocks of all other cores. All times are in nanoseconds.
 */
final class ManyCores {
    private static final double WARM_UP = 0.2; // this part of the simulated time does not count

    private final double transfer; // time that a line needs from one core to another
    private final Random random = new Random(1);
    private final List<Core> cores = new ArrayList<>();
    private final Map<String, Double> lost = new TreeMap<>(); // time that cores have lost, by structure
    private final PriorityQueue<Core> ready = new PriorityQueue<>(Comparator.comparingDouble(core -> core.now));
    private boolean counting;

    ManyCores(int count, double transfer) {
        this.transfer = transfer;
        for (int i = 0; i < count; i++) {
            cores.add(new Core(i));
        }
    }

    /** A step of a request. */
    @FunctionalInterface
    interface Step {
        /** Runs the step, or a part of it. Returns false if the core must call this method again at its new time. */
        boolean tryRun(Core core);
    }

    /** The result of a simulation: requests per second, and the share of time that each structure took. */
    record Result(double rate, Map<String, Double> lost) {
        /** Returns the structures, beginning with the one that takes the most time. */
        List<String> worstFirst() {
            return lost.keySet().stream()
                    .sorted(Comparator.comparing(lost::get).reversed())
                    .toList();
        }
    }

    /** A cache line, or several lines that belong together and move one after the other. */
    static final class Line {
        private final String structure;
        private final int lines;
        private int writer = -1; // the only core that may write; -1 if cores share the line for reading
        private final BitSet readers = new BitSet(); // the numbers of the cores that have the line
        private double busyUntil;

        Line(String structure, int lines) {
            this.structure = structure;
            this.lines = lines;
        }

        Line(String structure) {
            this(structure, 1);
        }

        static Line[] several(String structure, int count) {
            Line[] all = new Line[count];
            Arrays.setAll(all, i -> new Line(structure));
            return all;
        }
    }

    /** A lock, whose word is in a line of its own. Cores get the lock in the order in which they come. */
    static final class Lock {
        private final Line word;
        private final Queue<Core> waiting = new ArrayDeque<>();
        private Core holder; // null if the lock is free

        Lock(String structure) {
            word = new Line(structure);
        }
    }

    final class Core {
        final int number;
        private double now;
        private boolean parked; // whether the core waits for a lock
        private int step;
        private long requests;
        int phase; // how far the current step is, if it has several parts; 0 at the begin and the end of a step

        Core(int number) {
            this.number = number;
        }

        void spend(double nanos) {
            now += nanos;
        }

        private void lose(String structure, double nanos) {
            now += nanos;
            if (counting && nanos > 0) {
                lost.merge(structure, nanos, Double::sum);
            }
        }

        /** Reads a line. Returns false if the core must first wait for the line. */
        boolean reads(Line line) {
            return uses(line, line.readers.get(number), false);
        }

        /** Writes a line. Returns false if the core must first wait for the line. */
        boolean writes(Line line) {
            return uses(line, line.writer == number, true);
        }

        private boolean uses(Line line, boolean present, boolean writing) {
            if (present) {
                return true;
            }
            if (line.busyUntil > now) {
                lose(line.structure, line.busyUntil - now);
                return false;
            }
            lose(line.structure, line.readers.isEmpty() ? 0 : transfer * line.lines);
            if (writing || line.writer >= 0) { // several cores can read at the same time, if no core has written
                line.busyUntil = now;
            }
            if (writing) {
                line.readers.clear();
            }
            line.readers.set(number);
            line.writer = writing ? number : -1;
            return true;
        }

        private boolean acquires(Lock lock) {
            if (lock.holder == null) {
                lock.holder = this;
            }
            if (lock.holder == this) {
                return writes(lock.word);
            }
            lock.waiting.add(this);
            parked = true;
            return false;
        }

        private void releases(Lock lock) {
            Core next = lock.waiting.poll();
            lock.holder = next;
            if (next != null) {
                next.lose(lock.word.structure, now - next.now);
                next.parked = false;
                ready.add(next);
            }
        }
    }

    // ---- the steps of which requests consist

    /** Returns local work that takes between half and one and a half times {@code nanos}. */
    Step work(double nanos) {
        return core -> {
            core.spend(nanos * (0.5 + random.nextDouble()));
            return true;
        };
    }

    static Step read(Line line) {
        return core -> core.reads(line);
    }

    static Step write(Line line) {
        return core -> core.writes(line);
    }

    /** Returns a step that writes one of several lines, selected at random. */
    Step writeAny(Line... lines) {
        return core -> {
            if (core.phase == 0) {
                core.phase = 1 + random.nextInt(lines.length);
            }
            boolean done = core.writes(lines[core.phase - 1]);
            core.phase = done ? 0 : core.phase;
            return done;
        };
    }

    static Step lock(Lock lock) {
        return core -> core.acquires(lock);
    }

    static Step unlock(Lock lock) {
        return core -> {
            core.releases(lock);
            return true;
        };
    }

    // ---- running

    /** Lets all cores repeat a request for the given time. One more core repeats {@code other}, unless it is empty. */
    Result run(List<Step> request, List<Step> other, double nanos) {
        ready.addAll(cores);
        Core last = new Core(cores.size());
        if (!other.isEmpty()) {
            ready.add(last);
        }
        for (Core core = ready.poll(); core.now < nanos; core = ready.poll()) {
            counting = core != last && core.now > nanos * WARM_UP;
            List<Step> steps = core == last ? other : request;
            if (steps.get(core.step).tryRun(core)) {
                core.step = (core.step + 1) % steps.size();
                core.requests += core.step == 0 && counting ? 1 : 0;
            }
            if (!core.parked) {
                ready.add(core);
            }
        }
        double counted = nanos * (1 - WARM_UP);
        Map<String, Double> parts = new TreeMap<>();
        lost.forEach((structure, sum) -> parts.put(structure, sum / (counted * cores.size())));
        long requests = cores.stream().mapToLong(core -> core.requests).sum();
        return new Result(requests / counted * 1e9, parts);
    }
}
