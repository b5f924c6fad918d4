package dev.ringer.tls;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives keys from passwords in octets by PBKDF2 (RFC 8018). The JDK's class takes only characters. */
final class Pbkdf2 {
    private Pbkdf2() {}

    /** Returns HMAC with this hash function, and with the password as key. */
    static Mac mac(String name, byte[] password) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(name);
        // HMAC fills a short key with zeros, so this is the same as the empty key, which the class refuses
        mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, "PBKDF2"));
        return mac;
    }

    /** Returns the derived bytes (RFC 8018, 5.2). */
    static byte[] derived(Mac mac, byte[] salt, int rounds, int length) {
        byte[] derived = new byte[length];
        for (int block = 1, at = 0; at < length; block++) {
            byte[] sum = block(mac, salt, rounds, block);
            int count = Math.min(sum.length, length - at);
            System.arraycopy(sum, 0, derived, at, count);
            at += count;
        }
        return derived;
    }

    private static byte[] block(Mac mac, byte[] salt, int rounds, int number) {
        mac.update(salt);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, number));
        byte[] last = mac.doFinal();
        byte[] sum = last.clone();
        for (int round = 1; round < rounds; round++) {
            last = mac.doFinal(last);
            for (int i = 0; i < sum.length; i++) {
                sum[i] ^= last[i];
            }
        }
        return sum;
    }
}
