package dev.ringer.internal.protocol;

/** Receives the events of an exchange that happen above its stream. */
public interface ExchangeObserver {
    /** Called on the thread of the handler, just before the handler, with the path of the request's context. */
    void onEntered(String context);

    /** Called when an authenticator has identified the client. The client may have chosen the name. */
    void onAuthenticated(String user);

    /** {@return the number under which the exchange is logged, from 1 on; 0 if it is not logged} */
    long logNumber();
}
