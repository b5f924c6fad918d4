package dev.ringer.internal.protocol;

/** Is notified of events of an exchange that its stream does not see. */
public interface ExchangeObserver {
    /**
     * Called by the thread that takes the request up for its handler, just before the handler.
     *
     * @param context the path of the request's context
     */
    void onEntered(String context);

    /**
     * Called when an authenticator has found out who the client is.
     *
     * @param user a name that the client may have chosen
     */
    void onAuthenticated(String user);

    /** {@return the number under which the exchange is logged, from 1 on; 0 if it is not logged} */
    long logNumber();
}
