package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PerfectHashTest {
    @Test
    void givesEveryNameItsOwnSlot() {
        KnownName[] names = names(KnownNameList.names());

        PerfectHash hash = new PerfectHash(names);

        Set<KnownName> found = new HashSet<>();
        for (KnownName name : names) {
            byte[] bytes = name.name.getBytes();
            assertThat(hash.candidate(name.name)).isSameAs(name);
            assertThat(hash.candidate(bytes, 0, bytes.length)).isSameAs(name);
            found.add(hash.candidate(name.name));
        }
        assertThat(found).hasSameSizeAs(names);
    }

    @Test
    void givesUpOnNamesThatLookTheSame() {
        KnownName[] twins = names("Abcd-efgh", "Abxd-efgh");

        assertThatThrownBy(() -> new PerfectHash(twins)).isInstanceOf(IllegalStateException.class);
    }

    private static KnownName[] names(String... names) {
        KnownName[] known = new KnownName[names.length];
        for (int i = 0; i < names.length; i++) {
            known[i] = new KnownName(i, names[i]);
        }
        return known;
    }
}
