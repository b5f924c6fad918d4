package dev.ringer.multipart;

import java.io.IOException;
import java.util.List;

/** What a collected form needs of its parser, for both kinds of bodies. */
interface FormParser {
    int feed(byte[] bytes, int offset, int length) throws IOException;

    void finish() throws IOException;

    List<FormViolation> violations();
}
