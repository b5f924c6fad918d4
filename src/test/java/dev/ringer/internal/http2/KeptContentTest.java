package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptContentTest {
    private final KeptContent kept = new KeptContent();
    private final ResponseContent first = new ResponseContent(0);
    private final ResponseContent second = new ResponseContent(0);

    @Test
    void givesTheOldestFirst() {
        assertThat(kept.append(first)).isTrue();
        assertThat(kept.append(second)).isTrue();

        assertThat(kept.newest()).isSameAs(second);
        assertThat(kept.bytes()).isEqualTo(2 * ResponseContent.CAPACITY);
        assertThat(kept.next()).isSameAs(first);
        assertThat(kept.hasNext()).isTrue();
        assertThat(kept.next()).isSameAs(second);
        assertThat(kept.hasNext()).isFalse();
        assertThat(kept.bytes()).isZero();
    }

    @Test
    void hasNothingOnceAllWereDropped() {
        kept.append(first);
        kept.append(second);
        kept.next();
        List<ResponseContent> dropped = new ArrayList<>();

        kept.drop(dropped::add);

        assertThat(dropped).containsExactly(second);
        assertThat(kept.hasNext()).isFalse();
        assertThat(kept.bytes()).isZero();
        assertThat(kept.newest()).isNull();
        assertThat(kept.append(first)).isFalse();
    }
}
