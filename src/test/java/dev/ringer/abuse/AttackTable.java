package dev.ringer.abuse;

import dev.ringer.process.Holdings;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Measures what each attack does to a server with a heap of 128 MiB and default settings. Each attack gives a table
 * row: the peak memory and threads of the process, and the waiting times of well-behaved clients. {@code
 * src/test/scripts/attacks} runs this class.
 */
final class AttackTable {
    private static final int SECONDS = Integer.getInteger("attacks.seconds", 10);
    private static final int WARM_UP_SECONDS = 2;
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final List<String> OPTIONS = List.of("-Xmx128m");

    private AttackTable() {}

    /** Records the peak memory and threads of a process, as the kernel counts them. */
    private static final class Peak {
        private long rssKilobytes;
        private long threads;

        void sample(long pid) throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.startsWith("VmRSS:")) {
                    rssKilobytes = Math.max(rssKilobytes, number(line));
                } else if (line.startsWith("Threads:")) {
                    threads = Math.max(threads, number(line));
                }
            }
        }

        private static long number(String line) {
            return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
    }

    /**
     * Prints a row for each attack.
     *
     * @param arguments the label of the jar, the mode in which handlers run, and the attacks; all if none is named
     */
    public static void main(String[] arguments) throws Exception {
        Mode mode = Mode.valueOf(arguments[1]);
        Set<Attack> attacks = EnumSet.noneOf(Attack.class);
        for (int i = 2; i < arguments.length; i++) {
            attacks.add(Attack.valueOf(arguments[i]));
        }
        for (Attack attack : attacks.isEmpty() ? EnumSet.allOf(Attack.class) : attacks) {
            System.out.println("| " + attack + " | " + mode + " | " + arguments[0] + " | " + row(attack, mode) + " |");
        }
    }

    private static String row(Attack attack, Mode mode) throws Exception {
        try (AbusedServer server = AbusedServer.besieged(mode, OPTIONS)) {
            visit(server, WARM_UP_SECONDS, new Peak());
            Peak peak = new Peak();
            Visit visit;
            String heap;
            Horde horde = new Horde(List.of(attack), server.ports(), 1);
            try (horde) {
                visit = visit(server, SECONDS, peak);
                heap = heapNow(server);
            }
            return String.format(
                    Locale.ROOT, "%d MiB | %s | %d | %s", peak.rssKilobytes >> 10, heap, peak.threads, visit.told());
        } catch (IOException | AssertionError e) {
            return "the server is lost: " + firstLine(e);
        }
    }

    /** Returns the used heap after a garbage collection, while the attack goes on. */
    private static String heapNow(AbusedServer server) {
        try {
            Holdings holdings = server.holdings();
            return (holdings.heap() >> 20) + " MiB";
        } catch (AssertionError silent) {
            return "no answer";
        }
    }

    private record Visit(WaitingTimes times, List<String> letDown) {
        String told() {
            String waited = times.count() == 0
                    ? "– | – | – | 0"
                    : String.format(
                            Locale.ROOT,
                            "%.1f | %.1f | %.1f | %d",
                            times.millis(0.5),
                            times.millis(0.99),
                            times.millis(1),
                            times.count());
            return waited + " | " + (letDown.isEmpty() ? "none" : letDown.size() + ": " + letDown.get(0));
        }
    }

    /** Runs a well-behaved client against each server. A new client replaces a client that has failed. */
    private static Visit visit(AbusedServer server, int seconds, Peak peak) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        BooleanSupplier over = () -> System.nanoTime() - end > 0;
        List<WaitingTimes> times = new ArrayList<>();
        List<String> letDown = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(server.ports().size());
        try {
            List<Future<?>> visits = new ArrayList<>();
            for (int i = 0; i < server.ports().size(); i++) {
                int port = server.ports().get(i);
                Transport transport = i == Plan.Target.TLS.ordinal() ? Transport.TLS : Transport.CLEAR;
                long seed = i;
                visits.add(threads.submit(() -> useUntilOver(port, transport, over, seed, times, letDown)));
            }
            while (!over.getAsBoolean()) {
                peak.sample(server.pid());
                LockSupport.parkNanos(SAMPLE_NANOS);
            }
            for (Future<?> visit : visits) {
                visit.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
        return new Visit(WaitingTimes.ofAll(times), letDown);
    }

    private static void useUntilOver(
            int port,
            Transport transport,
            BooleanSupplier over,
            long seed,
            Collection<WaitingTimes> times,
            Collection<String> letDown) {
        while (!over.getAsBoolean()) {
            WellBehavedClient client = new WellBehavedClient(port, transport, over, seed);
            String fault = null;
            try {
                client.call();
            } catch (IOException | AssertionError e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                fault = firstLine(cause);
            }
            synchronized (times) {
                times.add(client.times());
                if (fault != null) {
                    letDown.add(fault);
                }
            }
        }
    }

    private static String firstLine(Throwable fault) {
        return String.valueOf(fault.getMessage()).lines().findFirst().orElse("") + " ("
                + fault.getClass().getSimpleName() + ")";
    }
}
