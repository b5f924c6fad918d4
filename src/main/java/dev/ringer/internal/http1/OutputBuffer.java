package dev.ringer.internal.http1;

import java.nio.ByteBuffer;

/**
 * What a response needs while it is being written: a buffer outside the heap, from which the kernel takes without another
 * copy, and a composer for heads. Pooled; belongs to the connection that has something to send.
 */
final class OutputBuffer {
    /** The size of a buffer: what is written is gathered until so much is pending. */
    static final int CAPACITY = 32 * 1024;

    final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    final ResponseHeadWriter head = new ResponseHeadWriter();
}
