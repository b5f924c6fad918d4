package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameCacheTest {
    private final NameCache cache = new NameCache(4);

    @Test
    void remembersSpellings() {
        cache.put("x-A", "X-a", 7, false);

        assertThat(cache.get("x-A")).isEqualTo(new NameCache.Entry("x-A", "X-a", 7));
        assertThat(cache.get("X-A")).isNull();
    }

    @Test
    void replacesOthersOnlyIfAllowed() {
        for (int i = 0; i < 1_000; i++) {
            cache.put("x" + i, "X" + i, -1, false);
        }

        cache.put("first", null, -1, false);
        cache.put("second", null, -1, true);

        assertThat(cache.get("first")).isNull();
        assertThat(cache.get("second")).isNotNull();
    }

    @Test
    void keepsNoMoreThanItsSize() {
        for (int i = 0; i < 10_000; i++) {
            cache.put("x" + i, "X" + i, -1, true);
        }

        int kept = 0;
        for (int i = 0; i < 10_000; i++) {
            kept += cache.get("x" + i) == null ? 0 : 1;
        }
        assertThat(kept).isBetween(16, 19);
    }
}
