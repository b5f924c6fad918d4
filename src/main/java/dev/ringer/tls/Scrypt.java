package dev.ringer.tls;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;

/** Derives keys from passwords by scrypt (RFC 7914). */
final class Scrypt {
    /** Bounds the memory for one key. OpenSSL refuses to take more, too; its own keys need 16 MiB. */
    private static final int MAX_BYTES = 32 << 20;

    /** Bounds the time for one key, in blocks of 128 bytes. OpenSSL's own keys take 131,072. */
    private static final BigInteger MAX_COST = BigInteger.valueOf(1 << 24);

    private static final int BLOCK_BYTES = 128;
    private static final int BLOCK_INTS = BLOCK_BYTES / Integer.BYTES;
    private static final int SALSA_INTS = 16;

    private final int cost;
    private final int blockInts;
    private final int[] table; // one block for each unit of the cost
    private final int[] mixed;
    private final int[] salsa = new int[SALSA_INTS];
    private final int[] state = new int[SALSA_INTS];

    private Scrypt(int cost, int blockSize) {
        this.cost = cost;
        blockInts = blockSize * BLOCK_INTS;
        table = new int[cost * blockInts];
        mixed = new int[blockInts];
    }

    /**
     * Returns the key.
     *
     * @param parameters the content of the parameters in DER (RFC 7914, 7)
     * @param mac HMAC-SHA-256 with the password as key
     * @throws NoSuchAlgorithmException if it would take too much memory or time; the message is a clause about the key
     */
    static byte[] derived(Der parameters, Mac mac, int keyBytes) throws GeneralSecurityException {
        byte[] salt = parameters.content();
        BigInteger cost = new BigInteger(1, parameters.content());
        BigInteger blockSize = new BigInteger(1, parameters.content());
        BigInteger lanes = new BigInteger(1, parameters.content());
        BigInteger blocks = cost.multiply(blockSize);
        if (cost.bitCount() != 1 || cost.bitLength() == 1 || blockSize.signum() == 0 || lanes.signum() == 0) {
            throw new NoSuchAlgorithmException("its scrypt parameters are not valid (RFC 7914, 6)");
        }
        if (blocks.compareTo(BigInteger.valueOf(MAX_BYTES / BLOCK_BYTES)) > 0
                || blocks.multiply(lanes).compareTo(MAX_COST) > 0) {
            throw new NoSuchAlgorithmException(
                    "its scrypt parameters require more than 32 MiB of memory or too much time");
        }
        Scrypt scrypt = new Scrypt(cost.intValue(), blockSize.intValue());
        byte[] bytes = Pbkdf2.derived(mac, salt, 1, lanes.intValue() * blockSize.intValue() * BLOCK_BYTES);
        IntBuffer ints = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
        int[] block = new int[scrypt.blockInts];
        for (int lane = 0; lane < lanes.intValue(); lane++) {
            ints.get(lane * block.length, block);
            scrypt.mix(block);
            ints.put(lane * block.length, block);
        }
        return Pbkdf2.derived(mac, bytes, 1, keyBytes);
    }

    /** The algorithm scryptROMix (RFC 7914, 5). */
    private void mix(int[] block) {
        for (int i = 0; i < cost; i++) {
            System.arraycopy(block, 0, table, i * blockInts, blockInts);
            mixBlock(block);
        }
        for (int i = 0; i < cost; i++) {
            // the cost is a power of two, and an array has less than 2^31 elements, so the low bits are enough
            int chosen = block[blockInts - SALSA_INTS] & cost - 1;
            for (int at = 0; at < blockInts; at++) {
                block[at] ^= table[chosen * blockInts + at];
            }
            mixBlock(block);
        }
    }

    /** The algorithm scryptBlockMix (RFC 7914, 4). */
    private void mixBlock(int[] block) {
        System.arraycopy(block, blockInts - SALSA_INTS, salsa, 0, SALSA_INTS);
        for (int at = 0; at < blockInts; at += SALSA_INTS) {
            for (int i = 0; i < SALSA_INTS; i++) {
                salsa[i] ^= block[at + i];
            }
            mixSalsa();
            // even results come first, odd ones behind them
            int place = at / (2 * SALSA_INTS) * SALSA_INTS + (at / SALSA_INTS % 2 == 0 ? 0 : blockInts / 2);
            System.arraycopy(salsa, 0, mixed, place, SALSA_INTS);
        }
        System.arraycopy(mixed, 0, block, 0, blockInts);
    }

    /** The hash function Salsa20/8 (RFC 7914, 3). */
    private void mixSalsa() {
        System.arraycopy(salsa, 0, state, 0, SALSA_INTS);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 4; i++) { // columns, each from its diagonal element down
                quarter(5 * i, 5 * i + 4 & 15, 5 * i + 8 & 15, 5 * i + 12 & 15);
            }
            for (int i = 0; i < 4; i++) { // rows, each from its diagonal element to the right
                quarter(5 * i, 4 * i + (i + 1 & 3), 4 * i + (i + 2 & 3), 4 * i + (i + 3 & 3));
            }
        }
        for (int i = 0; i < SALSA_INTS; i++) {
            salsa[i] += state[i];
        }
    }

    private void quarter(int a, int b, int c, int d) {
        state[b] ^= Integer.rotateLeft(state[a] + state[d], 7);
        state[c] ^= Integer.rotateLeft(state[b] + state[a], 9);
        state[d] ^= Integer.rotateLeft(state[c] + state[b], 13);
        state[a] ^= Integer.rotateLeft(state[d] + state[c], 18);
    }
}
