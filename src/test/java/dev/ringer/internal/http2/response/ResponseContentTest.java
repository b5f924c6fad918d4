package dev.ringer.internal.http2.response;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ResponseContentTest {
    @Test
    void takesNoMoreThanThereIsRoomFor() {
        ResponseContent five = new ResponseContent(5);

        assertThat(five.add(new byte[] {1, 2, 3}, 0, 3)).isEqualTo(3);
        assertThat(five.add(new byte[] {0, 4, 5, 6}, 1, 3)).isEqualTo(2);
        assertThat(five.hasRoom()).isFalse();
        assertThat(taken(five, 5)).containsExactly(1, 2, 3, 4, 5);
        assertThat(five.size()).isZero();
    }

    /** The counts of added and taken bytes are ints, which overflow in a response of several GiB. */
    @Test
    void carriesMoreThanAnIntCounts() {
        ResponseContent ring = new ResponseContent();
        byte[] part = new byte[30_000];
        for (int i = 0; i < part.length; i++) {
            part[i] = (byte) (i * 31 >>> 3);
        }
        ByteBuffer to = ByteBuffer.allocate(part.length);
        for (long passed = 0; passed < (1L << 32) + part.length; passed += part.length) {
            assertThat(ring.add(part, 0, part.length) == part.length).isTrue();
            assertThat(ring.size() == part.length).isTrue();
            ring.take(to.clear(), part.length);
            assertThat(ring.size() == 0 && to.flip().equals(ByteBuffer.wrap(part)))
                    .isTrue();
        }
    }

    private static byte[] taken(ResponseContent from, int count) {
        ByteBuffer to = ByteBuffer.allocate(count);
        from.take(to, count);
        return to.array();
    }
}
