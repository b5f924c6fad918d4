package dev.ringer.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.interfaces.PBEKey;
import org.jspecify.annotations.Nullable;

/**
 * Reads private keys from PEM files. The JDK reads only the format PKCS#8 (RFC 5208), so this class converts other
 * formats to PKCS#8. An error message names the file, and contains no part of the key. So no exception has one of the
 * JDK as its cause, and no message repeats one of the JDK: these may quote what they could not read.
 */
final class PemKey {
    private static final byte[] VERSION = {Der.INTEGER, 1, 0};
    // identifiers of algorithms in DER, as hexadecimal digits
    private static final String RSA_ID = "06092a864886f70d010101";
    private static final String EC_ID = "06072a8648ce3d0201";
    private static final byte[] NULL = {5, 0};

    private final Path file;
    private final char @Nullable [] password; // password of an encrypted key; null for none

    private PemKey(Path file, char @Nullable [] password) {
        this.file = file;
        this.password = password;
    }

    /** Reads the private key of a file. Of several keys, the first counts, as for OpenSSL. */
    static PrivateKey read(Path file, char @Nullable [] password) throws IOException {
        List<PemBlock> blocks = PemBlock.of(file);
        List<PemBlock> keys = blocks.stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .toList();
        if (keys.isEmpty()) {
            throw new IOException(file + " contains no PRIVATE KEY block, only " + PemBlock.kinds(blocks)
                    + "; use the file with the private key");
        }
        return new PemKey(file, password).key(keys.get(0));
    }

    private PrivateKey key(PemBlock block) throws IOException {
        try {
            String encryption = block.encryption();
            byte[] content = encryption == null ? block.content() : decryptedTraditionally(block, encryption);
            return switch (block.label()) {
                case "PRIVATE KEY" -> ofPkcs8(content);
                case "ENCRYPTED PRIVATE KEY" -> ofPkcs8(decrypted(content));
                case "RSA PRIVATE KEY" -> ofPkcs8(wrapped(RSA_ID, NULL, content));
                case "EC PRIVATE KEY" -> ofPkcs8(wrapped(EC_ID, curve(content), content));
                default -> throw new IOException(file + ": the " + block.kind() + " cannot be used for TLS");
            };
        } catch (IndexOutOfBoundsException ignored) { // an element ends behind the end of the key
            throw new IOException(file + ": the " + block.kind() + " is damaged or truncated");
        }
    }

    private static byte[] wrapped(String algorithm, byte[] parameters, byte[] key) {
        byte[] identifier = Der.of(Der.SEQUENCE, HexFormat.of().parseHex(algorithm), parameters);
        return Der.of(Der.SEQUENCE, VERSION, identifier, Der.of(Der.OCTETS, key));
    }

    /** Returns the identifier of the curve that an EC key in the format SEC1 (RFC 5915) names. */
    private byte[] curve(byte[] key) throws IOException {
        Der parts = new Der(new Der(key).content());
        while (parts.hasMore()) {
            if (parts.tag() == Der.PARAMETERS) {
                return parts.content();
            }
            parts.element();
        }
        throw new IOException(file
                + ": the EC PRIVATE KEY does not name its curve; create it again with a named curve, such as P-256");
    }

    private PrivateKey ofPkcs8(byte[] encoded) throws IOException {
        Der parts = new Der(new Der(encoded).content());
        parts.element(); // skip the version
        byte[] id = new Der(parts.content()).element();
        String algorithm = switch (HexFormat.of().formatHex(id)) {
            case RSA_ID -> "RSA";
            case EC_ID -> "EC";
            case "06092a864886f70d01010a" -> "RSASSA-PSS";
            case "06032b6570", "06032b6571" -> "EdDSA";
            default ->
                throw new IOException(file + ": the key cannot be used for TLS because it is not RSA, EC or EdDSA");
        };
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (InvalidKeySpecException | NoSuchAlgorithmException | RuntimeException ignored) { // see above
            throw new IOException(
                    file + ": the " + algorithm + " key is damaged, or this JDK does not support its size or curve");
        }
    }

    private interface Decryption {
        byte[] decrypted() throws GeneralSecurityException;
    }

    private byte[] decrypted(byte[] encoded) throws IOException {
        Der parts = new Der(new Der(encoded).content());
        Der scheme = new Der(parts.content());
        return decrypted(
                HexFormat.of().formatHex(scheme.element()).equals(Pbes2.ID)
                        ? () -> Pbes2.decrypted(scheme.content(), parts.content(), utf8(known()))
                        : () -> decryptedByJdk(encoded));
    }

    /** Decrypts a key in OpenSSL's traditional format: the headers name the cipher and its initialization vector. */
    private byte[] decryptedTraditionally(PemBlock block, String encryption) throws IOException {
        String[] words = encryption.split(",");
        if (words.length != 2) {
            throw new IOException(
                    file + ": the " + block.kind() + " is damaged (missing or truncated DEK-Info header)");
        }
        byte[] vector;
        try {
            vector = HexFormat.of().parseHex(words[1].strip());
        } catch (IllegalArgumentException ignored) { // its message quotes the file
            throw new IOException(file + ": the " + block.kind() + " is damaged (DEK-Info header not in hexadecimal)");
        }
        return decrypted(() -> {
            KeyCipher cipher = KeyCipher.named(words[0].strip());
            if (cipher == null) {
                throw new NoSuchAlgorithmException("this JDK does not support its cipher");
            }
            byte[] salt = Arrays.copyOf(vector, 8);
            return cipher.decrypted(opensslKey(salt, cipher.keyBytes()), vector, block.content());
        });
    }

    /** Derives a key as OpenSSL's EVP_BytesToKey does, with MD5 and one round. */
    private byte[] opensslKey(byte[] salt, int length) throws GeneralSecurityException {
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        byte[] key = new byte[length];
        byte[] sum = {};
        for (int at = 0; at < length; at += sum.length) {
            md5.update(sum);
            md5.update(utf8(known()));
            md5.update(salt);
            sum = md5.digest();
            System.arraycopy(sum, 0, key, at, Math.min(sum.length, length - at));
        }
        return key;
    }

    /** Returns the password, when {@link #decrypted} has found that there is one. */
    private char[] known() {
        return Objects.requireNonNull(password);
    }

    private byte[] decrypted(Decryption decryption) throws IOException {
        if (password == null) {
            throw new IOException(
                    file + " is encrypted, but no password was given; set one with ringer.tls.keyPassword,"
                            + " --password-file or PemContext.Builder.password");
        }
        byte[] plain;
        try {
            plain = decryption.decrypted();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(file + " cannot be decrypted: " + e.getMessage() + "; "
                    + "convert it with: openssl pkcs8 -topk8 -v2 aes-256-cbc -in " + file + " -out NEW");
        } catch (InvalidAlgorithmParameterException ignored) {
            throw new IOException(file + ": the encrypted key is damaged (initialization vector of the wrong length)");
        } catch (GeneralSecurityException ignored) { // the padding is wrong
            plain = new byte[0];
        }
        if (!isKey(plain)) {
            throw new IOException(file + " cannot be decrypted: the password is wrong");
        }
        return plain;
    }

    /** Whether decrypted bytes may be a key. With another password, the padding is right once in 256 times. */
    private static boolean isKey(byte[] plain) {
        try {
            Der all = new Der(plain);
            return all.tag() == Der.SEQUENCE && new Der(all.content()).tag() == Der.INTEGER && !all.hasMore();
        } catch (IndexOutOfBoundsException ignored) { // random bytes
            return false;
        }
    }

    /** Returns the password as OpenSSL takes it, in UTF-8. */
    private static byte[] utf8(char[] password) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(password));
        byte[] utf8 = new byte[bytes.remaining()];
        bytes.get(utf8);
        return utf8;
    }

    /** Decrypts a key with a scheme that is older than {@link Pbes2}: one of PBES1 or PKCS#12. */
    private byte[] decryptedByJdk(byte[] encoded) throws GeneralSecurityException {
        EncryptedPrivateKeyInfo encrypted;
        Cipher cipher;
        try {
            encrypted = new EncryptedPrivateKeyInfo(encoded);
            cipher = Cipher.getInstance(encrypted.getAlgName());
            cipher.init(Cipher.DECRYPT_MODE, new Password(known()), encrypted.getAlgParameters());
        } catch (GeneralSecurityException | IOException | RuntimeException ignored) {
            // the JDK throws a RuntimeException if the parameters of the encryption are damaged
            throw new NoSuchAlgorithmException("this JDK does not support its outdated encryption");
        }
        return encrypted.getKeySpec(cipher).getEncoded();
    }

    /** A password of any characters. The passwords that a {@code SecretKeyFactory} makes are limited to ASCII. */
    private static final class Password implements PBEKey {
        private static final long serialVersionUID = 1;

        private final char[] text;

        Password(char[] text) {
            this.text = text;
        }

        @Override
        public char[] getPassword() { // PKCS#12 takes UTF-16
            return text.clone();
        }

        @Override
        public byte[] getEncoded() { // PBES1 takes octets
            return utf8(text);
        }

        @Override
        public byte @Nullable [] getSalt() {
            return null; // the parameters of the key have it
        }

        @Override
        public int getIterationCount() {
            return 0; // the parameters of the key have it
        }

        @Override
        public String getAlgorithm() {
            return "PBE";
        }

        @Override
        public String getFormat() {
            return "RAW";
        }
    }
}
