package dev.ringer.scaling;

import dev.ringer.scaling.ManyCores.Line;
import dev.ringer.scaling.ManyCores.Lock;
import dev.ringer.scaling.ManyCores.Result;
import dev.ringer.scaling.ManyCores.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints how many small requests Ringer could serve on many cores, and which shared structures would take the most time
 * from them. Each core runs whole requests. The local work takes as long as in {@code docs/performance.md}.
 */
final class ServerModes {
    private static final double NANOS = 10_000_000; // length of each simulation
    private static final int[] CORES = {2, 16, 32, 64};
    private static final double[] TRANSFERS = {28, 60, 150};

    private static final double SEND = 4_000; // system call that sends the response, while the buffer is rented
    private static final double READ = 5_000; // work of the event loop before it gives a request to the executor
    private static final double LOCKED = 30; // work while a thread holds a lock of LinkedBlockingQueue
    private static final int CORES_FOR_EACH_LOOP = 4; // with an executor

    private final int count;
    private final ManyCores cores;
    private int threads; // number of the last virtual thread

    /** A way to run a server. */
    enum Mode {
        LOOPS("handlers=loops"),
        TLS("handlers=loops, TLS"),
        FIXED_POOL("fixed pool"),
        VIRTUAL_THREADS("virtual threads"),
        MAX_EXCHANGES("handlers=loops, maxExchanges"),
        ACCESS_LOG("handlers=loops, access log"),
        NEW_VALUES("handlers=loops, a new value in each request"),
        CLOSE("handlers=loops, a connection for each request");

        private final String text;

        Mode(String text) {
            this.text = text;
        }
    }

    private ServerModes(int count, double transfer) {
        this.count = count;
        this.cores = new ManyCores(count, transfer);
    }

    public static void main(String... args) {
        for (double transfer : TRANSFERS) {
            System.out.printf(Locale.ROOT, "%n| transfer %.0f ns | cores | requests/s | time lost to |%n", transfer);
            System.out.println("|---|--:|--:|---|");
            for (Mode mode : Mode.values()) {
                for (int count : CORES) {
                    print(mode, count, run(mode, count, transfer));
                }
            }
        }
    }

    private static void print(Mode mode, int count, Result result) {
        List<String> lost = new ArrayList<>();
        for (String structure : result.worstFirst()) {
            lost.add(String.format(
                    Locale.ROOT, "%s %.1f %%", structure, 100 * result.lost().get(structure)));
        }
        String shown = String.join(", ", lost);
        System.out.printf(Locale.ROOT, "| %s | %d | %,.0f | %s |%n", mode.text, count, result.rate(), shown);
    }

    static Result run(Mode mode, int count, double transfer) {
        return new ServerModes(count, transfer).run(mode);
    }

    private Result run(Mode mode) {
        return switch (mode) {
            case LOOPS -> cores.run(onLoop(8_400, List.of(), List.of()), List.of(), NANOS);
            case TLS -> {
                SimulatedPool records = pool("buffers of TLS records", 32);
                List<Step> wrap = List.of(records.rent(), records.use());
                yield cores.run(onLoop(19_400, wrap, List.of(records.release())), List.of(), NANOS);
            }
            case FIXED_POOL -> cores.run(onPool(14_000), List.of(), NANOS);
            case VIRTUAL_THREADS -> cores.run(onVirtualThreads(15_500), List.of(), NANOS);
            case MAX_EXCHANGES -> countedTwice("count of exchanges", 8_400);
            case ACCESS_LOG -> {
                SimulatedLog log = new SimulatedLog(count);
                List<Step> number = List.of(ManyCores.write(new Line("numbers of the access log")));
                yield cores.run(onLoop(8_400, number, log.add()), List.of(log.take(), log.format(cores)), NANOS);
            }
            case NEW_VALUES -> {
                Line[] entries = Line.several("cache of header values", 16);
                yield cores.run(onLoop(9_400, List.of(cores.writeAny(entries)), List.of()), List.of(), NANOS);
            }
            case CLOSE -> countedTwice("count of connections", 41_000);
        };
    }

    private Result countedTwice(String counter, double nanos) {
        Step change = ManyCores.write(new Line(counter));
        return cores.run(onLoop(nanos, List.of(change), List.of(change)), List.of(), NANOS);
    }

    private List<Step> onLoop(double nanos, List<Step> begin, List<Step> end) {
        SimulatedPool buffers = pool("buffer pool", 64);
        return sequence(List.of(cores.work(nanos - SEND)), begin, respond(buffers), end);
    }

    private List<Step> onPool(double nanos) {
        String queue = "executor's queue (JDK)";
        Lock put = new Lock(queue);
        Lock take = new Lock(queue);
        Step size = ManyCores.write(new Line(queue));
        Step work = cores.work(LOCKED);
        SimulatedPool buffers = new SimulatedPool("buffer pool", 64, count, core -> core.number);
        return sequence(
                List.of(cores.work(READ), ManyCores.lock(put), work, size, ManyCores.unlock(put)),
                List.of(ManyCores.lock(take), work, size, ManyCores.unlock(take), cores.work(nanos - READ - SEND)),
                respond(buffers));
    }

    private List<Step> onVirtualThreads(double nanos) {
        Step number = ManyCores.write(new Line("numbers of threads (JDK)"));
        Step change = cores.writeAny(Line.several("executor's set of threads (JDK)", 16));
        int loops = Math.max(1, count / CORES_FOR_EACH_LOOP);
        Step queue = cores.writeAny(Line.several("scheduler's queues (JDK)", loops));
        SimulatedPool buffers = new SimulatedPool("buffer pool", 64, count, core -> threads++);
        return sequence(
                List.of(cores.work(READ), number, change, queue),
                List.of(queue, cores.work(nanos - READ - SEND)),
                respond(buffers),
                List.of(change));
    }

    /** Returns a pool for event loops, whose thread numbers are two apart. */
    private SimulatedPool pool(String structure, int size) {
        return new SimulatedPool(structure, size, count, core -> 2 * core.number);
    }

    private List<Step> respond(SimulatedPool buffers) {
        return List.of(buffers.rent(), buffers.use(), cores.work(SEND), buffers.release());
    }

    @SafeVarargs
    private static List<Step> sequence(List<Step>... parts) {
        List<Step> all = new ArrayList<>();
        for (List<Step> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}
