package dev.ringer.internal.protocol;

/** Observes what happens in an exchange after the request was read, such as the choice of a context. */
public interface ExchangeObserver {
    /**
     * Called on the thread of the handler, just before the handler, with the path of the context that the request
     * belongs to.
     */
    void onEntered(String context);

    /** Called when an authenticator has accepted the client's user name. The client may have invented the name. */
    void onAuthenticated(String user);

    /** {@return the number of the exchange in logs, from 1 on; 0 if the exchange is not logged} */
    long logNumber();
}
