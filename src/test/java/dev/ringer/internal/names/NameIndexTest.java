package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.CollidingNames;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameIndexTest {
    private static final int COUNT = 8192;

    @Test
    void findsEveryNameAndNoOther() {
        String[] names = new String[COUNT];
        Arrays.setAll(names, i -> "X-name-" + i);

        NameIndex index = new NameIndex(names, COUNT);

        for (int i = 0; i < COUNT; i++) {
            assertThat(index.find(names, new String(names[i]))).isEqualTo(i);
            assertThat(index.find(names, "Y-name-" + i)).isEqualTo(-1);
        }
    }

    @Test
    void stepsOverHoles() {
        String[] names = new String[64];
        Arrays.setAll(names, i -> "X-" + i);
        NameIndex index = new NameIndex(names, names.length);

        for (int i = 0; i < names.length; i += 2) {
            names[i] = null;
        }

        for (int i = 0; i < names.length; i++) {
            assertThat(index.find(names, "X-" + i)).isEqualTo(i % 2 == 0 ? -1 : i);
        }
    }

    @Test
    void scansWithoutAnIndex() {
        String[] names = {"Host", null, "X-a", "X-b"};

        assertThat(NameIndex.scan(names, 3, "Host")).isZero();
        assertThat(NameIndex.scan(names, 3, new String("X-a"))).isEqualTo(2);
        assertThat(NameIndex.scan(names, 3, "X-b")).isEqualTo(-1);
    }

    @Test
    void staysFastWhenAllNamesCollide() {
        String[] names = CollidingNames.of(COUNT);
        assertThat(Arrays.stream(names).map(String::hashCode).distinct()).hasSize(1);

        assertFewProbes(names);
    }

    @Test
    void staysFastWhenHashesFallIntoNeighbouringSlots() {
        String[] names = new String[COUNT];
        Random random = new Random(4);
        for (int i = 0; i < COUNT; ) {
            String name = "X-" + Long.toString(random.nextLong() >>> 1, 36);
            if (name.hashCode() * 0x9E37_79B9 >>> 26 == 0) {
                names[i++] = name;
            }
        }

        assertFewProbes(names);
    }

    /** Adds the names one by one and counts the slots that the search for each looks at right then and at the end. */
    private static void assertFewProbes(String[] names) {
        String[] added = new String[names.length];
        NameIndex index = new NameIndex(added, 0);
        long probes = 0;

        for (int i = 0; i < names.length; i++) {
            added[i] = names[i];
            index.add(i, added);
            probes += index.probes(added, names[i]);
        }
        for (int i = 0; i < names.length; i++) {
            assertThat(index.find(added, names[i])).isEqualTo(i);
            probes += index.probes(added, names[i]);
            probes += index.probes(added, names[i] + "~");
        }

        assertThat(probes).isLessThan(3L * 4 * names.length);
    }
}
