package dev.ringer.internal.protocol;

/** Receives those events of an exchange that its stream does not see. */
public interface ExchangeObserver {
    /** Called just before the handler, on its thread, with the path of the request's context. */
    void onEntered(String context);

    /** Called when an authenticator has identified the client. The client may have chosen the name. */
    void onAuthenticated(String user);

    /** {@return the number under which the exchange is logged, from 1 on; 0 if it is not logged} */
    long logNumber();
}
