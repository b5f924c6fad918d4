package dev.ringer.internal.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NameCacheTest {
    private final NameCache cache = new NameCache(16, 10);

    @Test
    void remembersNames() {
        cache.put("x-A", "X-a");

        assertThat(cache.get("x-A")).isEqualTo("X-a");
        assertThat(cache.get("X-A")).isNull();
    }

    @Test
    void forgetsLongNames() {
        cache.put("x-long-name", "X-long-name");

        assertThat(cache.get("x-long-name")).isNull();
    }

    @Test
    void keepsNoMoreThanItsSize() {
        for (int i = 0; i < 10_000; i++) {
            cache.put("x" + i, "X" + i);
        }

        int kept = 0;
        for (int i = 0; i < 10_000; i++) {
            kept += cache.get("x" + i) == null ? 0 : 1;
        }
        assertThat(kept).isBetween(1, 16);
    }
}
