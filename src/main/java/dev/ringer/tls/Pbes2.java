package dev.ringer.tls;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Decrypts keys that are encrypted by the scheme PBES2 with the derivation of keys PBKDF2 (RFC 8018), as OpenSSL writes
 * them. The JDK has this scheme, too, but without DES-EDE3 and some hash functions, and on JDK 17 only for passwords in
 * ASCII. The messages of exceptions name only algorithms.
 */
final class Pbes2 {
    /** The identifier of the scheme in DER, as hexadecimal digits. */
    static final String ID = "06092a864886f70d01050d";

    private static final String PBKDF2_ID = "06092a864886f70d01050c";
    private static final String SCRYPT_ID = "06092b06010401da47040b";

    /** Authentication codes by the last octet of their identifier, RFC 8018, B.1.2: PBKDF2 derives keys with one. */
    private static final Map<Integer, String> MACS = Map.of(
            6, "HmacMD5",
            7, "HmacSHA1",
            8, "HmacSHA224",
            9, "HmacSHA256",
            10, "HmacSHA384",
            11, "HmacSHA512",
            12, "HmacSHA512/224",
            13, "HmacSHA512/256");

    private static final String MAC_ID_BEGIN = "06082a864886f70d02";

    /** Bounds the time for one key. OpenSSL takes 2048 rounds by default; OWASP advises up to 1,400,000. */
    private static final BigInteger MAX_ROUNDS = BigInteger.valueOf(20_000_000);

    private record Encryption(String cipher, String key, int keyBytes) {}

    private static final Map<String, Encryption> ENCRYPTIONS = Map.of(
            "06052b0e030207",
            new Encryption("DES/CBC/PKCS5Padding", "DES", 8),
            "06082a864886f70d0307",
            new Encryption("DESede/CBC/PKCS5Padding", "DESede", 24),
            "060960864801650304" + "0102",
            new Encryption("AES/CBC/PKCS5Padding", "AES", 16),
            "060960864801650304" + "0116",
            new Encryption("AES/CBC/PKCS5Padding", "AES", 24),
            "060960864801650304" + "012a",
            new Encryption("AES/CBC/PKCS5Padding", "AES", 32));

    private Pbes2() {}

    /**
     * Returns the decrypted bytes.
     *
     * @param parameters the content of the parameters of the scheme
     * @throws NoSuchAlgorithmException if a part of the scheme is unknown; the message is the end of a sentence
     * @throws GeneralSecurityException if the password is another
     * @throws IndexOutOfBoundsException if the parameters are cut off
     */
    static byte[] decrypted(byte[] parameters, byte[] data, byte[] password) throws GeneralSecurityException {
        Der schemes = new Der(parameters);
        Der derivation = new Der(schemes.content());
        Der encryption = new Der(schemes.content());
        Encryption known = ENCRYPTIONS.get(id(encryption));
        if (known == null) {
            throw new NoSuchAlgorithmException("a cipher other than DES, DES-EDE3 and AES, in CBC mode");
        }
        String derivationId = id(derivation);
        if (!derivationId.equals(PBKDF2_ID)) {
            throw new NoSuchAlgorithmException(
                    derivationId.equals(SCRYPT_ID) ? "scrypt" : "a key derivation other than PBKDF2");
        }
        byte[] key = derived(new Der(derivation.content()), password, known.keyBytes());
        Cipher cipher = Cipher.getInstance(known.cipher());
        cipher.init(
                Cipher.DECRYPT_MODE, new SecretKeySpec(key, known.key()), new IvParameterSpec(encryption.content()));
        return cipher.doFinal(data);
    }

    private static String id(Der algorithm) {
        return HexFormat.of().formatHex(algorithm.element());
    }

    /** Returns the key that PBKDF2 (RFC 8018, 5.2) derives from a password. */
    private static byte[] derived(Der parameters, byte[] password, int keyBytes) throws GeneralSecurityException {
        byte[] salt = parameters.content();
        BigInteger rounds = new BigInteger(1, parameters.content());
        if (rounds.compareTo(MAX_ROUNDS) > 0) {
            throw new NoSuchAlgorithmException("more than " + MAX_ROUNDS + " rounds of PBKDF2");
        }
        if (parameters.hasMore() && parameters.tag() == Der.INTEGER) {
            parameters.element(); // the length of the key, which follows from the cipher, too
        }
        Mac mac = Mac.getInstance(mac(parameters));
        // HMAC fills a short key with zeros, so this is the same as the empty key, which the class refuses
        mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, "PBKDF2"));
        byte[] key = new byte[keyBytes];
        for (int block = 1, at = 0; at < keyBytes; block++) {
            byte[] sum = block(mac, salt, rounds.intValue(), block);
            int count = Math.min(sum.length, keyBytes - at);
            System.arraycopy(sum, 0, key, at, count);
            at += count;
        }
        return key;
    }

    private static String mac(Der parameters) throws NoSuchAlgorithmException {
        if (!parameters.hasMore()) {
            return "HmacSHA1";
        }
        byte[] id = new Der(parameters.content()).element();
        String mac = MACS.get((int) id[id.length - 1]);
        if (mac == null
                || !HexFormat.of().formatHex(Arrays.copyOf(id, id.length - 1)).equals(MAC_ID_BEGIN)) {
            throw new NoSuchAlgorithmException("a hash function that is neither MD5, SHA-1 nor one of SHA-2");
        }
        return mac;
    }

    private static byte[] block(Mac mac, byte[] salt, int rounds, int number) {
        mac.update(salt);
        mac.update(new byte[] {0, 0, 0, (byte) number});
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
