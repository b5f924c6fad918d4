package dev.ringer.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;

/**
 * Reads files with certificates, keys and passwords. The message of each exception is one line that names the file and
 * the reason. It contains nothing of what is in the file.
 */
final class PemFile {
    /** The largest size of a file to read, in bytes. Certificate chains are far smaller. */
    private static final int MAX_BYTES = 1 << 20;

    /** PEM text, and PEM text or DER in Base64, which is how Kubernetes shows secrets: an element of DER begins with M. */
    private static final Pattern KEY_OR_CERTIFICATE =
            Pattern.compile("(?s).*(-----|LS0tLS1CRUdJTi).*|\\s*M[C-I][A-Za-z0-9+/=\\s]{58,}.*");

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private PemFile() {}

    static byte[] read(Path file) throws IOException {
        checkName(file);
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " is not a PEM file: it is larger than " + MAX_BYTES + " bytes");
        }
        if (isUtf16(bytes)) {
            throw new IOException(file + " is encoded in UTF-16; save it as ASCII or UTF-8");
        }
        return bytes;
    }

    /**
     * Returns a text that changes whenever the file changes. The text consists of its times, size and identity, such as
     * an inode number, which Windows does not have. The method follows symbolic links, so a new target of a link also changes the
     * text.
     */
    static String stamp(Path file) throws IOException {
        checkName(file);
        try {
            BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
            return seen.creationTime() + " " + seen.lastModifiedTime() + " " + seen.size() + " " + seen.fileKey()
                    + "\n";
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Returns the first line of a file in UTF-8, without a byte order mark; an empty array if the file is empty. */
    static char[] firstLine(Path file) throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read(file)))
                    .toString();
            String line = text.lines().findFirst().orElse("");
            return (line.indexOf(BYTE_ORDER_MARK) == 0 ? line.substring(1) : line).toCharArray();
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not encoded in UTF-8; save it as ASCII or UTF-8");
        }
    }

    /** Refuses keys and certificates where a path is expected, because messages contain the path. */
    private static void checkName(Path file) throws IOException {
        if (KEY_OR_CERTIFICATE.matcher(file.toString()).matches()) {
            throw new IOException("expected the path of a PEM file, not a key or certificate");
        }
    }

    private static IOException unreadable(Path file, IOException failure) {
        String reason;
        if (failure instanceof NoSuchFileException) {
            reason = " does not exist";
        } else if (failure instanceof AccessDeniedException) {
            reason = " cannot be read: permission denied";
        } else {
            reason = " cannot be read: "
                    + (failure instanceof FileSystemException system ? system.getReason() : failure.getMessage());
        }
        return new IOException(file + reason, failure);
    }

    private static boolean isUtf16(byte[] bytes) {
        if (bytes.length < 2) {
            return false;
        }
        int first = (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
        // a byte order mark, or a dash as the first character
        return first == 0xFEFF || first == 0xFFFE || first == '-' || first == '-' << 8;
    }
}
