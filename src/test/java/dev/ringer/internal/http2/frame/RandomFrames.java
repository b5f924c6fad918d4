package dev.ringer.internal.http2.frame;

import java.util.HexFormat;
import java.util.Random;

/** Makes random sequences of mostly valid frames. */
final class RandomFrames {
    private RandomFrames() {}

    static byte[] bytes(Random random) {
        FrameBytes bytes = FrameBytes.begun();
        for (int i = random.nextInt(8); i >= 0; i--) {
            byte[] payload = new byte[usualLength(random)];
            random.nextBytes(payload);
            if (payload.length > 0 && random.nextBoolean()) {
                payload[0] = (byte) random.nextInt(3);
            }
            bytes.frame(
                    random.nextInt(18),
                    random.nextInt(4) * Flags.PADDED | random.nextInt(8),
                    random.nextInt(4) == 0 ? 0 : 2 * random.nextInt(3) + 1,
                    HexFormat.of().formatHex(payload));
        }
        return bytes.bytes();
    }

    private static int usualLength(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 4;
            case 1 -> 5;
            case 2 -> 8;
            case 3 -> 6 * random.nextInt(4);
            case 4 -> 0;
            default -> random.nextInt(80);
        };
    }
}
