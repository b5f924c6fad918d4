package dev.ringer.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when selectors of waiting threads are opened, kept and closed. */
class SelectorPoolTest {
    private final List<Runnable> due = new ArrayList<>();
    private final SelectorPool pool = new SelectorPool((task, nanos) -> due.add(task));

    @Test
    void keepsAnIdleSelectorForTheNextThread() throws IOException {
        Selector first = pool.rent();
        pool.release(first);

        assertThat(pool.rent()).isSameAs(first);

        first.close();
    }

    @Test
    void closesIdleSelectorsLater() throws IOException {
        List<Selector> rented = List.of(pool.rent(), pool.rent(), pool.rent());
        rented.subList(0, 2).forEach(pool::release);
        assertThat(due).as("one task for all").hasSize(1);

        due.remove(0).run();

        assertThat(rented).extracting(Selector::isOpen).containsExactly(false, false, true);
        pool.release(rented.get(2));
        due.remove(0).run();
        assertThat(rented.get(2).isOpen()).isFalse();
    }

    @Test
    void closesWhatIsReleasedAfterItsEnd() throws IOException {
        Selector rented = pool.rent();
        pool.close();

        pool.release(rented);

        assertThat(rented.isOpen()).isFalse();
        assertThat(due).isEmpty();
    }
}
