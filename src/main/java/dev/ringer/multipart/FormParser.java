package dev.ringer.multipart;

import java.io.IOException;
import java.util.List;

/** Parses the body of a form. A collected form uses this interface for both kinds of bodies. */
interface FormParser {
    int feed(byte[] bytes, int offset, int length) throws IOException;

    void finish() throws IOException;

    List<FormViolation> violations();
}
