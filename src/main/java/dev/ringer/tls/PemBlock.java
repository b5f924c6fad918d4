package dev.ringer.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A block of a PEM file, from a BEGIN line to an END line (RFC 7468). The text between blocks is ignored.
 *
 * @param label the label of the block, such as {@code CERTIFICATE}
 * @param line the number of the BEGIN line
 * @param encryptedByOpenSsl whether the header {@code Proc-Type} says that OpenSSL has encrypted the block
 * @param content the decoded Base64 content
 */
record PemBlock(String label, int line, boolean encryptedByOpenSsl, byte[] content) {
    /** The largest size of a file to read, in bytes. Certificate chains are far smaller. */
    private static final int MAX_FILE_BYTES = 1 << 20;

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    /** Returns all blocks of a file. Throws an exception if there is none. */
    static List<PemBlock> of(Path file) throws IOException {
        List<PemBlock> blocks = new ArrayList<>();
        List<String> lines = text(file).lines().map(String::strip).toList();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith(BEGIN)) {
                int end = endOf(file, lines, at);
                blocks.add(block(file, lines, at, end));
                at = end;
            }
        }
        if (blocks.isEmpty()) {
            throw new IOException(file + " is no PEM file: it has no line that begins with " + BEGIN.strip());
        }
        return blocks;
    }

    private static String text(Path file) throws IOException {
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new IOException(file + " is no PEM file: it has more than " + MAX_FILE_BYTES + " bytes");
            }
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " may not be read by this process", e);
        }
    }

    private static String label(String line) {
        String rest = line.substring(BEGIN.length());
        return rest.endsWith(DASHES) ? rest.substring(0, rest.length() - DASHES.length()) : rest;
    }

    private static int endOf(Path file, List<String> lines, int begin) throws IOException {
        String label = label(lines.get(begin));
        for (int at = begin + 1; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.equals(END + label + DASHES)) {
                return at;
            }
            if (line.startsWith(DASHES)) {
                break;
            }
        }
        throw new IOException(file + " is cut off: the " + label + " of line " + (begin + 1) + " has no end");
    }

    private static PemBlock block(Path file, List<String> lines, int begin, int end) throws IOException {
        String label = label(lines.get(begin));
        StringBuilder base64 = new StringBuilder();
        boolean encrypted = false;
        for (String line : lines.subList(begin + 1, end)) {
            if (line.indexOf(':') < 0) {
                base64.append(line);
            } else {
                encrypted |= line.startsWith("Proc-Type:") && line.endsWith("ENCRYPTED");
            }
        }
        try {
            return new PemBlock(label, begin + 1, encrypted, Base64.getDecoder().decode(base64.toString()));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": the " + label + " of line " + (begin + 1) + " is no Base64", e);
        }
    }
}
