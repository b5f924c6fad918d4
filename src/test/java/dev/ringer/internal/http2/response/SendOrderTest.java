package dev.ringer.internal.http2.response;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.http2.flow.Priority;
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
    private final Map<Integer, ResponseSender> streams = new HashMap<>();

    private ResponseSender stream(int id) {
        return streams.computeIfAbsent(id, each -> new LoneResponse(null, each));
    }

    private void add(int id, int priority) {
        stream(id).priority(priority);
        order.add(stream(id));
    }

    private void remove(int id) {
        order.remove(stream(id));
    }

    private List<Integer> turns(int count) {
        List<Integer> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(order.next().id());
        }
        return turns;
    }

    @Test
    void hasNoneAtFirst() {
        remove(1);

        assertThat(order.isEmpty()).isTrue();
        assertThat(order.holdsResponse()).isFalse();
    }

    @Test
    void servesOneAfterTheOtherByTheirNumbers() {
        add(5, SEQUENTIAL);
        add(1, SEQUENTIAL);
        add(3, SEQUENTIAL);

        assertThat(turns(3)).containsExactly(1, 1, 1);
        remove(1);
        assertThat(turns(3)).containsExactly(3, 3, 3);
        remove(5);
        remove(3);
        assertThat(order.isEmpty()).isTrue();
    }

    @Test
    void letsIncrementalOnesTakeTurns() {
        add(5, INCREMENTAL);
        add(1, INCREMENTAL);
        add(3, INCREMENTAL);

        assertThat(turns(6)).containsExactly(5, 1, 3, 5, 1, 3);
        remove(1);
        assertThat(turns(4)).containsExactly(5, 3, 5, 3);
    }

    @Test
    void letsTheFirstOfTheOthersTakePartInTurns() {
        add(1, INCREMENTAL);
        add(3, SEQUENTIAL);
        add(5, INCREMENTAL);
        add(7, SEQUENTIAL);

        assertThat(turns(6)).containsExactly(3, 1, 5, 3, 1, 5);
        remove(3);
        assertThat(turns(3)).containsExactly(7, 1, 5);
    }

    @Test
    void servesTheMostUrgentFirst() {
        add(1, Priority.of(7, false));
        add(3, Priority.of(0, true));
        add(5, Priority.of(3, false));

        assertThat(turns(SendOrder.RELIEF / 2)).containsOnly(3);
        remove(3);
        assertThat(turns(SendOrder.RELIEF / 2 - 1)).containsOnly(5);
    }

    @Test
    void starvesNone() {
        add(1, Priority.of(0, false));
        add(3, Priority.of(3, true));
        add(5, Priority.of(3, true));
        add(7, Priority.of(7, false));

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
        add(1, SEQUENTIAL);
        add(3, SEQUENTIAL);

        add(3, Priority.of(1, false));

        assertThat(turns(3)).containsExactly(3, 3, 3);
        add(3, Priority.of(5, true));
        assertThat(turns(3)).containsExactly(1, 1, 1);
    }

    @Test
    void knowsWhetherTheMinimumRateApplies() {
        add(1, INCREMENTAL);
        add(3, Priority.of(7, false));
        stream(1).endMinRate();
        assertThat(order.holdsResponse()).isTrue();

        stream(3).endMinRate();
        assertThat(order.holdsResponse()).isFalse();
    }

    @Test
    void forgetsAllStreams() {
        add(1, INCREMENTAL);
        add(3, SEQUENTIAL);
        add(5, Priority.of(7, false));

        order.clear();

        assertThat(order.isEmpty()).isTrue();
        assertThat(streams.values()).extracting(ResponseSender::orderedUnder).containsOnly(ResponseSender.NOT_ORDERED);
    }

    @Test
    void staysConsistentWhateverComes() {
        Random random = new Random(9218);
        Map<Integer, Integer> in = new TreeMap<>();
        for (int round = 0; round < 100_000; round++) {
            int id = 2 * random.nextInt(60) + 1;
            if (!in.containsKey(id) || random.nextInt(3) == 0) {
                in.put(id, random.nextInt(16));
                add(id, in.get(id));
            } else {
                remove(id);
                in.remove(id);
            }
            assertThat(order.isEmpty()).isEqualTo(in.isEmpty());
            assertThat(stream(id).orderedUnder()).isEqualTo(in.getOrDefault(id, ResponseSender.NOT_ORDERED));
            assertThat(in.isEmpty() || in.containsKey(order.next().id())).isTrue();
        }
    }
}
