package dev.ringer.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

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
    private static final String PBES2 = "1.2.840.113549.1.5.13";

    private final Path file;
    private final char[] password; // password of an encrypted key; null for none

    private PemKey(Path file, char[] password) {
        this.file = file;
        this.password = password;
    }

    /** Reads the private key of a file. Throws an exception unless the file has exactly one. */
    static PrivateKey read(Path file, char[] password) throws IOException {
        List<PemBlock> keys = PemBlock.of(file).stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .toList();
        if (keys.isEmpty()) {
            throw new IOException(file + " has no PRIVATE KEY");
        }
        if (keys.size() > 1) {
            throw new IOException(file + " has more than one PRIVATE KEY");
        }
        return new PemKey(file, password).key(keys.get(0));
    }

    private PrivateKey key(PemBlock block) throws IOException {
        if (block.encryptedByOpenSsl()) {
            throw new IOException(file + ": the " + block.kind()
                    + " is encrypted in OpenSSL's old way, which the JDK does not know; openssl pkcs8 -topk8 -in "
                    + file
                    + " -out NEW converts it");
        }
        try {
            return switch (block.label()) {
                case "PRIVATE KEY" -> ofPkcs8(block.content());
                case "ENCRYPTED PRIVATE KEY" -> ofPkcs8(decrypted(block.content()));
                case "RSA PRIVATE KEY" -> ofPkcs8(wrapped(RSA_ID, NULL, block.content()));
                case "EC PRIVATE KEY" -> ofPkcs8(wrapped(EC_ID, curve(block.content()), block.content()));
                default -> throw new IOException(file + ": the " + block.kind() + " is of no use for TLS");
            };
        } catch (IndexOutOfBoundsException ignored) { // an element ends behind the end of the key
            throw new IOException(file + ": the " + block.kind() + " is damaged or cut off");
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
        throw new IOException(file + ": the EC PRIVATE KEY does not say which curve it is on");
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
            default -> throw new IOException(file + ": the key is none for TLS: neither RSA, EC nor EdDSA");
        };
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (InvalidKeySpecException | NoSuchAlgorithmException | RuntimeException ignored) { // see above
            throw new IOException(file + ": the " + algorithm
                    + " key is damaged, or has a size or a curve that this JDK does not support");
        }
    }

    private byte[] decrypted(byte[] encoded) throws IOException {
        if (password == null) {
            throw new IOException(file + " is encrypted, and no password was given");
        }
        EncryptedPrivateKeyInfo encrypted;
        Cipher cipher;
        PBEKeySpec keySpec = new PBEKeySpec(password);
        try {
            encrypted = new EncryptedPrivateKeyInfo(encoded);
            String scheme = encrypted.getAlgName();
            if (scheme.equals("PBES2") || scheme.equals(PBES2)) {
                // the text of these parameters is the JDK's name of the scheme, such as PBEWithHmacSHA256AndAES_256
                scheme = encrypted.getAlgParameters().toString();
            }
            cipher = Cipher.getInstance(scheme);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(scheme).generateSecret(keySpec),
                    encrypted.getAlgParameters());
        } catch (GeneralSecurityException | IOException | RuntimeException ignored) {
            // the JDK throws a RuntimeException if the parameters of the encryption are damaged
            throw new IOException(file + " is damaged, or encrypted in a way that the JDK does not know");
        } finally {
            keySpec.clearPassword();
        }
        try {
            return encrypted.getKeySpec(cipher).getEncoded();
        } catch (GeneralSecurityException ignored) { // the padding is wrong
            throw new IOException(file + " is encrypted with another password");
        }
    }
}
