package dev.ringer.internal.events;

import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.nio.ByteBuffer;

/** Sends the events of one stream. Any thread may queue events. After the end of the stream, nothing more is sent. */
final class EventOutput extends QueuedOutput {
    private final boolean chunked; // whether the response uses chunked coding

    private volatile long sentAt = LimitClock.nanos(); // time of LimitClock at which bytes were last composed

    EventOutput(Owner owner, Transport transport, boolean chunked) {
        super(owner, transport);
        this.chunked = chunked;
    }

    /** Returns the time at which the stream last sent something, as a value of {@link LimitClock}. */
    long sentAt() {
        return sentAt;
    }

    @Override
    protected int minRoom() {
        return OutgoingBytes.MAX_CHUNK_FRAME;
    }

    @Override
    protected boolean compose(Item item, ByteBuffer to) {
        sentAt = LimitClock.nanos();
        return ((OutgoingBytes) item).compose(to, chunked);
    }

    @Override
    protected String closedText() {
        return "The event stream is closed";
    }
}
