package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SendOrderTest {
    private static final int SEQUENTIAL = Priority.of(3, false);
    private static final int INCREMENTAL = Priority.of(3, true);

    private final SendOrder order = new SendOrder();

    private List<Integer> turns(int count) {
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(order.next());
        }
        return turns;
    }

    @Test
    void hasNoneAtFirst() {
        assertThat(order.isEmpty()).isTrue();
        assertThat(order.next()).isZero();
        assertThat(order.remove(1, SEQUENTIAL)).isFalse();
    }

    @Test
    void servesOneAfterTheOtherByTheirNumbers() {
        order.add(5, SEQUENTIAL);
        order.add(1, SEQUENTIAL);
        order.add(3, SEQUENTIAL);

        assertThat(turns(3)).containsExactly(1, 1, 1);
        order.remove(1, SEQUENTIAL);
        assertThat(turns(3)).containsExactly(3, 3, 3);
        order.remove(5, SEQUENTIAL);
        order.remove(3, SEQUENTIAL);
        assertThat(order.isEmpty()).isTrue();
    }

    @Test
    void letsIncrementalOnesTakeTurns() {
        order.add(5, INCREMENTAL);
        order.add(1, INCREMENTAL);
        order.add(3, INCREMENTAL);

        assertThat(turns(6)).containsExactly(5, 1, 3, 5, 1, 3);
        order.remove(1, INCREMENTAL);
        assertThat(turns(4)).containsExactly(5, 3, 5, 3);
    }

    @Test
    void letsTheFirstOfTheOthersTakePartInTurns() {
        order.add(1, INCREMENTAL);
        order.add(3, SEQUENTIAL);
        order.add(5, INCREMENTAL);
        order.add(7, SEQUENTIAL);

        assertThat(turns(6)).containsExactly(3, 1, 5, 3, 1, 5);
        order.remove(3, SEQUENTIAL);
        assertThat(turns(3)).containsExactly(7, 1, 5);
    }

    @Test
    void servesTheMostUrgentFirst() {
        order.add(1, Priority.of(7, false));
        order.add(3, Priority.of(0, true));
        order.add(5, Priority.of(3, false));

        assertThat(turns(SendOrder.RELIEF / 2)).containsOnly(3);
        order.remove(3, Priority.of(0, true));
        assertThat(turns(SendOrder.RELIEF / 2 - 1)).containsOnly(5);
    }

    @Test
    void starvesNone() {
        order.add(1, Priority.of(0, false));
        order.add(3, Priority.of(3, true));
        order.add(5, Priority.of(3, true));
        order.add(7, Priority.of(7, false));

        Map<Integer, Integer> counts = new HashMap<>();
        turns(64 * SendOrder.RELIEF).forEach(id -> counts.merge(id, 1, Integer::sum));

        assertThat(counts)
                .containsEntry(1, 64 * 15)
                .containsEntry(3, 16)
                .containsEntry(5, 16)
                .containsEntry(7, 32);
    }

    @Test
    void takesNewPriorities() {
        order.add(1, SEQUENTIAL);
        order.add(3, SEQUENTIAL);

        order.reprioritize(3, SEQUENTIAL, Priority.of(1, false));
        order.reprioritize(9, SEQUENTIAL, Priority.of(0, false));

        assertThat(turns(3)).containsExactly(3, 3, 3);
        order.reprioritize(3, Priority.of(1, false), Priority.of(5, true));
        assertThat(turns(3)).containsExactly(1, 1, 1);
    }

    @Test
    void staysConsistentWhateverComes() {
        Random random = new Random(9218);
        Map<Integer, Integer> in = new TreeMap<>();
        for (int round = 0; round < 100_000; round++) {
            int id = 2 * random.nextInt(60) + 1;
            Integer priority = in.get(id);
            if (priority == null) {
                in.put(id, random.nextInt(16));
                order.add(id, in.get(id));
            } else if (random.nextInt(3) == 0) {
                int after = random.nextInt(16);
                order.reprioritize(id, priority, after);
                in.put(id, after);
            } else {
                assertThat(order.remove(id, priority)).isTrue();
                in.remove(id);
            }
            int next = order.next();
            assertThat(order.isEmpty()).isEqualTo(in.isEmpty());
            assertThat(next == 0 ? in.isEmpty() : in.containsKey(next)).isTrue();
        }
    }
}
