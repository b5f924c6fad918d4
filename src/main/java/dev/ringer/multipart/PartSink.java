package dev.ringer.multipart;

import java.io.IOException;

/**
 * Receives the parts that a {@link MultipartParser} finds, in their order: for each one its headers, any number of
 * slices of its content, and its end. A part is complete only when {@link #onPartEnd()} is called.
 *
 * <p>The parser calls it on the thread that feeds the parser. If a method throws an exception,
 * {@link MultipartParser#feed feed} throws it on, and the parser accepts no more bytes.
 *
 * @since 0.1.0
 */
public interface PartSink {
    /**
     * Receives the beginning of a part.
     *
     * @param headers the headers of the part; the sink may keep them
     * @throws IOException to stop the parser
     */
    void onPartBegin(PartHeaders headers) throws IOException;

    /**
     * Receives a slice of the part's content.
     *
     * @param bytes the array with the slice, usually the array that was fed. The sink must not write to the array. It
     *     may use the array only during this call, or until the next feed if it
     *     {@linkplain MultipartParser#pause() pauses} the parser in this call.
     * @param offset the index of the first byte of the slice
     * @param length the length of the slice, at least 1
     * @throws IOException to stop the parser
     */
    void onPartData(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Receives the end of a part.
     *
     * @throws IOException to stop the parser
     */
    void onPartEnd() throws IOException;
}
