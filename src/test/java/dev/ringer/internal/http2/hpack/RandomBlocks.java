package dev.ringer.internal.http2.hpack;

import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Makes random, mostly valid field blocks. */
final class RandomBlocks {
    private RandomBlocks() {}

    static byte[] bytes(Random random) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        if (random.nextInt(4) == 0) {
            block.write(0x20 | random.nextInt(31));
        }
        for (int i = random.nextInt(12); i >= 0; i--) {
            switch (random.nextInt(8)) {
                case 0, 1 -> block.write(0x80 | random.nextInt(66));
                case 2 -> block.write(0x80 | 62 + random.nextInt(2));
                case 3 -> literal(block, 0x40, random);
                case 4 -> literal(block, 0x40 | random.nextInt(63), random);
                case 5 -> literal(block, 0x10, random);
                case 6 -> literal(block, random.nextInt(15), random);
                default -> block.write(random.nextInt(256));
            }
        }
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, int first, Random random) {
        block.write(first);
        if ((first & 0x3f) == 0 || (first & 0x4f) == 0) {
            string(block, random, 1 + random.nextInt(10));
        }
        string(block, random, random.nextInt(8) == 0 ? random.nextInt(300) : random.nextInt(12));
    }

    private static void string(ByteArrayOutputStream block, Random random, int length) {
        byte[] octets = new byte[length];
        for (int i = 0; i < length; i++) {
            octets[i] = (byte) ('a' + random.nextInt(26));
        }
        boolean coded = random.nextBoolean();
        byte[] out = new byte[length * 4 + 8];
        int size = coded ? HpackEncoder.putCoded(octets, length, out, 0) : length;
        int flag = coded ? 0x80 : 0;
        if (size < 0x7f) {
            block.write(flag | size);
        } else {
            block.write(flag | 0x7f);
            int rest = size - 0x7f;
            for (; rest > 0x7f; rest >>= 7) {
                block.write(rest | 0x80);
            }
            block.write(rest);
        }
        block.write(coded ? out : octets, 0, size);
    }
}
