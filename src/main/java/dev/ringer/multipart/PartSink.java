package dev.ringer.multipart;

import java.io.IOException;

/**
 * Receives the parts that a {@link MultipartParser} finds, in order: for each part its headers, any number of slices of
 * its content, and its end. A part is not complete before {@link #onPartEnd()}.
 *
 * <p>The parser makes all calls on the thread that feeds it. An exception that a method throws passes through
 * {@link MultipartParser#feed feed} and breaks the parser.
 *
 * @since 0.1.0
 */
public interface PartSink {
    /**
     * Begins a part.
     *
     * @param headers the headers of the part; the sink may keep them
     * @throws IOException to give up
     */
    void onPartBegin(PartHeaders headers) throws IOException;

    /**
     * Continues the content of a part.
     *
     * @param bytes the array with the slice, usually the array that was fed. The sink must not write to the array. The
     *     sink may use it only during the call, or until the next feed if it
     *     {@linkplain MultipartParser#pause() pauses} the parser in the call.
     * @param offset the index of the first byte of the slice
     * @param length the length of the slice, at least 1
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
