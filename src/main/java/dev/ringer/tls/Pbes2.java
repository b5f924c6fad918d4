package dev.ringer.tls;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/**
 * Decrypts keys that are encrypted by the scheme PBES2 (RFC 8018) with the derivation of keys PBKDF2 or {@link Scrypt},
 * as OpenSSL writes them. The JDK has this scheme, too, but without DES-EDE3, scrypt and some hash functions, and on JDK
 * 17 only for passwords in ASCII. The messages of exceptions name only algorithms.
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

    private Pbes2() {}

    /**
     * Returns the decrypted bytes.
     *
     * @param parameters the content of the parameters of the scheme
     * @throws NoSuchAlgorithmException if a part of the scheme is unknown; the message is a clause about the key
     * @throws GeneralSecurityException if the password is another
     * @throws IndexOutOfBoundsException if the parameters are cut off
     */
    static byte[] decrypted(byte[] parameters, byte[] data, byte[] password) throws GeneralSecurityException {
        Der schemes = new Der(parameters);
        Der derivation = new Der(schemes.content());
        Der encryption = new Der(schemes.content());
        KeyCipher cipher = KeyCipher.identified(id(encryption));
        if (cipher == null) {
            throw new NoSuchAlgorithmException("this JDK does not support its cipher");
        }
        String derivationId = id(derivation);
        Der derivationParameters = new Der(derivation.content());
        byte[] key = switch (derivationId) {
            case PBKDF2_ID -> derived(derivationParameters, password, cipher.keyBytes());
            case SCRYPT_ID ->
                Scrypt.derived(derivationParameters, Pbkdf2.mac("HmacSHA256", password), cipher.keyBytes());
            default -> throw new NoSuchAlgorithmException("its key derivation is neither PBKDF2 nor scrypt");
        };
        return cipher.decrypted(key, encryption.content(), data);
    }

    private static String id(Der algorithm) {
        return HexFormat.of().formatHex(algorithm.element());
    }

    /** Returns the key that PBKDF2 derives from a password, by its parameters in DER (RFC 8018, A.2). */
    private static byte[] derived(Der parameters, byte[] password, int keyBytes) throws GeneralSecurityException {
        byte[] salt = parameters.content();
        BigInteger rounds = new BigInteger(1, parameters.content());
        if (rounds.compareTo(MAX_ROUNDS) > 0) {
            throw new NoSuchAlgorithmException("it uses more than " + MAX_ROUNDS + " PBKDF2 iterations");
        }
        if (parameters.hasMore() && parameters.tag() == Der.INTEGER) {
            parameters.element(); // the length of the key, which follows from the cipher, too
        }
        return Pbkdf2.derived(Pbkdf2.mac(macName(parameters), password), salt, rounds.intValue(), keyBytes);
    }

    private static String macName(Der parameters) throws NoSuchAlgorithmException {
        if (!parameters.hasMore()) {
            return "HmacSHA1";
        }
        byte[] id = new Der(parameters.content()).element();
        String mac = MACS.get((int) id[id.length - 1]);
        if (mac == null
                || !HexFormat.of().formatHex(Arrays.copyOf(id, id.length - 1)).equals(MAC_ID_BEGIN)) {
            throw new NoSuchAlgorithmException("its hash function is not MD5, SHA-1 or SHA-2");
        }
        return mac;
    }
}
