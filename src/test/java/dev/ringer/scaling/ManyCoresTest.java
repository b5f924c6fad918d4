package dev.ringer.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.scaling.ManyCores.Line;
import dev.ringer.scaling.ManyCores.Lock;
import dev.ringer.scaling.ManyCores.Result;
import dev.ringer.scaling.ManyCores.Step;
import dev.ringer.scaling.ServerModes.Mode;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the simulator of {@code benchmarks/NOTES.md}, with requests whose rate follows from one division. */
class ManyCoresTest {
    private static final double NANOS = 1_000_000;
    private static final double TRANSFER = 50;

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = "ACCESS_LOG") // in this mode, the log's thread has its own core
    void losesNothingOnOneCore(Mode mode) {
        assertThat(ServerModes.run(mode, 1, TRANSFER).lost()).isEmpty();
    }

    @Test
    void losesNothingWithoutSharedLines() {
        ManyCores machine = new ManyCores(64, TRANSFER);

        Result result = machine.run(List.of(machine.work(1_000)), List.of(), NANOS);

        assertThat(result.lost()).isEmpty();
        assertThat(result.rate()).isCloseTo(64 * 1e9 / 1_000, Percentage.withPercentage(1));
    }

    @Test
    void changesOneLineOnceInEachTransfer() {
        Step change = ManyCores.write(new Line("line"));

        Result result = new ManyCores(8, TRANSFER).run(List.of(change), List.of(), NANOS);

        assertThat(result.rate()).isCloseTo(1e9 / TRANSFER, Percentage.withPercentage(0.1));
        assertThat(result.lost().get("line")).isCloseTo(1.0, Percentage.withPercentage(0.1));
    }

    @Test
    void readsALineOnEveryCoreAtTheSameTime() {
        ManyCores machine = new ManyCores(64, TRANSFER);
        Step look = ManyCores.read(new Line("line"));

        Result result = machine.run(List.of(machine.work(1_000), look), List.of(), NANOS);

        assertThat(result.lost()).isEmpty(); // each core reads the line once, before the simulation counts
    }

    @Test
    void admitsOneCoreToALock() {
        double work = 200;
        Lock lock = new Lock("lock");
        ManyCores machine = new ManyCores(8, TRANSFER);

        Result result = machine.run(
                List.of(ManyCores.lock(lock), machine.work(work), ManyCores.unlock(lock)), List.of(), NANOS);

        assertThat(result.rate()).isCloseTo(1e9 / (work + TRANSFER), Percentage.withPercentage(3));
    }

    @Test
    void keepsBuffersOfThreadsWithDifferentNumbersApart() {
        assertThat(lostToPool(2, 16)).isZero();
        assertThat(lostToPool(0, 16)).isPositive();
    }

    private static double lostToPool(int apart, int count) {
        ManyCores machine = new ManyCores(count, TRANSFER);
        SimulatedPool pool = new SimulatedPool("pool", 64, count, core -> apart * core.number);
        List<Step> request = List.of(machine.work(1_000), pool.rent(), pool.use(), machine.work(500), pool.release());
        return machine.run(request, List.of(), NANOS).lost().getOrDefault("pool", 0.0);
    }

    @Test
    void serves64CoresWithAnAccessLog() {
        double without = ServerModes.run(Mode.LOOPS, 64, TRANSFER).rate();

        assertThat(ServerModes.run(Mode.ACCESS_LOG, 64, TRANSFER).rate()).isGreaterThan(0.9 * without);
    }
}
