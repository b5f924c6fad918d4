package dev.ringer.internal.events;

import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/** Sends the events of one stream. Any thread may queue events. Nothing is sent after the end of the stream. */
final class EventOutput extends QueuedOutput {
    private final boolean chunked;

    private volatile long sentAt = System.nanoTime(); // when the output last wrote something into a buffer to send

    /** Creates the output of a stream whose head has been sent. {@code chunked} says whether its content is chunked. */
    EventOutput(Owner owner, Transport transport, boolean chunked) {
        super(owner, transport);
        this.chunked = chunked;
    }

    /** Returns the {@link System#nanoTime()} at which the stream last sent something. */
    long sentAt() {
        return sentAt;
    }

    @Override
    protected int minRoom() {
        return OutgoingBytes.MAX_CHUNK_FRAME;
    }

    @Override
    protected boolean compose(Item item, ByteBuffer to) {
        sentAt = System.nanoTime();
        return ((OutgoingBytes) item).compose(to, chunked);
    }

    @Override
    protected String closedText() {
        return "The event stream is closed";
    }
}
