package dev.ringer.multipart;

import java.io.IOException;

/**
 * Takes what a {@link MultipartParser} finds, in order: for each part its headers, any number of slices of its content,
 * and its end. A part whose end was not told is not complete.
 *
 * <p>All calls come on the thread that feeds the parser. What a method throws passes through
 * {@link MultipartParser#feed feed} and breaks the parser.
 *
 * @since 0.1.0
 */
public interface PartSink {
    /**
     * Begins a part.
     *
     * @param headers of the part; may be kept
     * @throws IOException to give up
     */
    void onPartBegin(PartHeaders headers) throws IOException;

    /**
     * Goes on with the content of a part.
     *
     * @param bytes an array that holds the slice, mostly the one that was fed; not to be written to, nor to be kept
     *     beyond the call, or where the parser is {@linkplain MultipartParser#pause() paused} in it, until the next feed
     * @param offset where the slice begins
     * @param length of the slice, at least 1
     * @throws IOException to give up
     */
    void onPartData(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Ends a part.
     *
     * @throws IOException to give up
     */
    void onPartEnd() throws IOException;
}
