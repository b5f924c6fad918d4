package dev.ringer.internal.threads;

/**
 * Checks that enough stack is left for an action that must not stop halfway. A handler may call the server at any depth.
 * If the stack overflows while the JDK closes a channel, for example, the channel counts as closed, but its descriptor
 * stays open until the JVM ends.
 */
public final class StackRoom {
    /** A frame takes at least 32 bytes in compiled code, and about 80 bytes in the interpreter. */
    private static final int FRAMES = 256;

    private StackRoom() {}

    /**
     * Returns if a few kilobytes of stack are left. This takes less than a microsecond.
     *
     * @throws StackOverflowError otherwise; then the caller must not have changed anything yet
     */
    public static void require() {
        descend(FRAMES);
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : 1 + descend(frames - 1);
    }
}
