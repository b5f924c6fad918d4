package dev.ringer.tls;

import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A cipher with which OpenSSL encrypts keys, as far as the JDK has it.
 *
 * @param transformation its name in the JDK
 * @param keyBytes the length of its key
 */
record KeyCipher(String transformation, int keyBytes) {
    private static final Map<String, KeyCipher> BY_NAME = new TreeMap<>(); // by OpenSSL's name
    private static final Map<String, KeyCipher> BY_ID = new TreeMap<>(); // by identifier in DER, hexadecimal digits

    /** What the identifiers of AES begin with; the last octet tells the size of the key and the mode. */
    private static final String AES_ID_BEGIN = "060960864801650304" + "01";

    static {
        add("DES-CBC", "06052b0e030207", new KeyCipher("DES/CBC/PKCS5Padding", 8));
        add("DES-EDE3-CBC", "06082a864886f70d0307", new KeyCipher("DESede/CBC/PKCS5Padding", 24));
        add("BF-CBC", "06092b060104019755" + "0102", new KeyCipher("Blowfish/CBC/PKCS5Padding", 16));
        addAes(128, "02", "03", "04");
        addAes(192, "16", "17", "18");
        addAes(256, "2a", "2b", "2c");
    }

    private static void addAes(int bits, String cbc, String ofb, String cfb) {
        int bytes = bits / Byte.SIZE;
        add("AES-" + bits + "-CBC", AES_ID_BEGIN + cbc, new KeyCipher("AES/CBC/PKCS5Padding", bytes));
        add("AES-" + bits + "-OFB", AES_ID_BEGIN + ofb, new KeyCipher("AES/OFB/NoPadding", bytes));
        add("AES-" + bits + "-CFB", AES_ID_BEGIN + cfb, new KeyCipher("AES/CFB/NoPadding", bytes));
        BY_NAME.put("AES-" + bits + "-CTR", new KeyCipher("AES/CTR/NoPadding", bytes)); // has no identifier
    }

    private static void add(String name, String id, KeyCipher cipher) {
        BY_NAME.put(name, cipher);
        BY_ID.put(id, cipher);
    }

    /** Returns the cipher that OpenSSL calls so, such as {@code AES-256-CBC}; null if there is none. */
    static @Nullable KeyCipher named(String name) {
        return BY_NAME.get(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the cipher with this identifier in DER, as hexadecimal digits; null if there is none. */
    static @Nullable KeyCipher identified(String id) {
        return BY_ID.get(id);
    }

    byte[] decrypted(byte[] key, byte[] vector, byte[] data) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(transformation);
        String algorithm = transformation.substring(0, transformation.indexOf('/'));
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, algorithm), new IvParameterSpec(vector));
        return cipher.doFinal(data);
    }
}
