package dev.ringer;

/**
 * Makes {@code -javaagent:ringer.jar} a way to run an application on Ringer.
 *
 * <p>An agent's jar joins the system class path, and that is all it takes: the JDK then finds {@code RingerProvider}
 * among the services of that path, even for {@code java -jar app.jar} and {@code jwebserver}. The agent itself does
 * nothing. It must be named before agents that open an {@code HttpServer} of their own.
 *
 * @since 0.1.0
 */
public final class RingerAgent {
    private RingerAgent() {}

    /**
     * Called by the JVM before {@code main}; does nothing, see the class.
     *
     * @param arguments what stood behind {@code =} in the option; ignored
     */
    public static void premain(String arguments) {
        // being on the class path is the whole effect
    }
}
