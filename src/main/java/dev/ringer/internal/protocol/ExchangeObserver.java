package dev.ringer.internal.protocol;

/** Observes what happens in an exchange after the request was read, such as the choice of a context. */
public interface ExchangeObserver {
    /**
     * Called just before the handler, on the handler's thread. {@code context} is the path of the request's context.
     */
    void onEntered(String context);

    /** Called when an authenticator has accepted the client's user name. The client may have invented the name. */
    void onAuthenticated(String user);

    /** {@return the number of the exchange in logs, from 1 on; 0 if the exchange is not logged} */
    long logNumber();
}
