package dev.ringer.internal.protocol;

/** A task with application code that a loop gives to an executor, or runs itself. */
public interface ApplicationTask extends Runnable {
    /** Returns what is known about how long such tasks take. */
    HandlerPace pace();
}
