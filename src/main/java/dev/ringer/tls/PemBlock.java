package dev.ringer.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A block of a PEM file, from a BEGIN line to an END line (RFC 7468). The text between blocks is ignored. Messages about
 * a block name only its {@link #kind}, because what a damaged file has in the place of a label may be part of a key.
 *
 * @param label the label of the block, such as {@code CERTIFICATE}; not for messages
 * @param line the number of the BEGIN line
 * @param encryption what the header {@code DEK-Info} says if the header {@code Proc-Type} says that the block is
 *     encrypted (RFC 1421, 4.6.1); null if it is not
 * @param content the decoded Base64 content
 */
record PemBlock(String label, int line, @Nullable String encryption, byte[] content) {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final String DEK_INFO = "DEK-Info:";

    /** The labels that messages may name. */
    private static final Set<String> KNOWN = Set.of(
            "CERTIFICATE",
            "X509 CERTIFICATE",
            "TRUSTED CERTIFICATE",
            "ATTRIBUTE CERTIFICATE",
            "CERTIFICATE REQUEST",
            "NEW CERTIFICATE REQUEST",
            "X509 CRL",
            "PKCS7",
            "CMS",
            "PRIVATE KEY",
            "ENCRYPTED PRIVATE KEY",
            "RSA PRIVATE KEY",
            "EC PRIVATE KEY",
            "DSA PRIVATE KEY",
            "OPENSSH PRIVATE KEY",
            "PUBLIC KEY",
            "RSA PUBLIC KEY",
            "EC PARAMETERS",
            "DH PARAMETERS");

    /** Returns all blocks of a file. Throws an exception if there is none. */
    static List<PemBlock> of(Path file) throws IOException {
        List<PemBlock> blocks = new ArrayList<>();
        String text = new String(PemFile.read(file), StandardCharsets.ISO_8859_1);
        if (text.isBlank()) {
            throw new IOException(file + " is empty");
        }
        List<String> lines = text.lines().map(PemBlock::printable).toList();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith(BEGIN)) {
                int end = endOf(file, lines, at);
                blocks.add(block(file, lines, at, end));
                at = end;
            }
        }
        if (blocks.isEmpty()) {
            throw new IOException(file + " is not a PEM file: no line begins with " + BEGIN.strip()
                    + "; convert DER files to PEM with openssl");
        }
        return blocks;
    }

    /**
     * Removes what is no printable ASCII character from both ends of a line: blanks, and byte order marks. Where files
     * were joined, any line may begin with such a mark.
     */
    private static String printable(String line) {
        int begin = 0;
        int end = line.length();
        while (begin < end && !printable(line.charAt(begin))) {
            begin++;
        }
        while (begin < end && !printable(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(begin, end);
    }

    private static boolean printable(char c) {
        return c > ' ' && c < 0x7F;
    }

    /** The label, if it is a known one, as in {@code CERTIFICATE at line 3}. */
    String kind() {
        return kind(label) + " at line " + line;
    }

    /** The known labels of some blocks, for a message. */
    static String kinds(List<PemBlock> blocks) {
        return blocks.stream().map(block -> kind(block.label)).distinct().collect(Collectors.joining(", "));
    }

    private static String kind(String label) {
        return KNOWN.contains(label) ? label : "block";
    }

    private static String label(Path file, List<String> lines, int begin) throws IOException {
        String line = lines.get(begin);
        int end = line.indexOf(DASHES, BEGIN.length());
        if (end < 0 || end + DASHES.length() < line.length()) {
            throw new IOException(file + " is damaged: line " + (begin + 1) + " is not a complete " + BEGIN.strip()
                    + " line; line breaks may have been lost");
        }
        return line.substring(BEGIN.length(), end);
    }

    private static int endOf(Path file, List<String> lines, int begin) throws IOException {
        String label = label(file, lines, begin);
        String end = END + label + DASHES;
        for (int at = begin + 1; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.equals(end)) {
                return at;
            }
            if (line.contains(end)) {
                throw new IOException(file + ": a line break is missing " + missingAt(line, end, label) + " in line "
                        + (at + 1) + "; add it");
            }
            if (line.startsWith(DASHES)) {
                break;
            }
        }
        throw new IOException(file + " is truncated: the " + kind(label) + " at line " + (begin + 1)
                + " has no END line; copy the whole file");
    }

    /** Says where a line break is missing in a line that has more than the end of a block. */
    private static String missingAt(String line, String end, String label) {
        if (!line.startsWith(end)) {
            return "before the END of the " + kind(label);
        }
        return line.contains(BEGIN) ? "between END and BEGIN" : "after the END of the " + kind(label);
    }

    private static PemBlock block(Path file, List<String> lines, int begin, int end) throws IOException {
        String label = label(file, lines, begin);
        StringBuilder base64 = new StringBuilder();
        boolean encrypted = false;
        String encryption = "";
        for (String line : lines.subList(begin + 1, end)) {
            if (line.indexOf(':') < 0) {
                base64.append(line.replaceAll("[ \t]", "")); // OpenSSL skips blanks, too
            } else if (line.startsWith(DEK_INFO)) {
                encryption = line.substring(DEK_INFO.length());
            } else {
                encrypted |= line.startsWith("Proc-Type:") && line.endsWith("ENCRYPTED");
            }
        }
        try {
            return new PemBlock(
                    label,
                    begin + 1,
                    encrypted ? encryption : null,
                    Base64.getDecoder().decode(base64.toString()));
        } catch (IllegalArgumentException ignored) { // its message quotes the file
            throw new IOException(file + ": the " + kind(label) + " at line " + (begin + 1) + " is not valid Base64");
        }
    }
}
