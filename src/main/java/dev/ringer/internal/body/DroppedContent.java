package dev.ringer.internal.body;

/** Reads content to its end, and keeps nothing. */
public final class DroppedContent implements ContentPump.Receiver<Void> {
    @Override
    public int take(byte[] from, int offset, int length, boolean mayUseDisk) {
        return length;
    }

    @Override
    public Void complete() {
        return null;
    }
}
