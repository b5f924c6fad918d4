package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.ResponseHeadWriter;
import java.nio.ByteBuffer;

/**
 * What a response needs while it is being written: a buffer outside the heap, from which the kernel takes without another
 * copy, and a composer for heads. Pooled; belongs to the connection that has something to send.
 */
final class OutputBuffer {
    /**
     * The size of a buffer: what is written is gathered until so much is pending. Over TLS it leaves as two full records,
     * into each of which the JDK puts 16,367 bytes with TLS 1.3; a few bytes more would be a third record.
     */
    static final int CAPACITY = 2 * 16_367;

    final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    final ResponseHeadWriter head = new ResponseHeadWriter();
}
