package dev.ringer;

/**
 * Runs an application on Ringer by the option {@code -javaagent:ringer.jar}.
 *
 * <p>The JVM adds an agent's jar to the system class path, and that is enough. The JDK then finds
 * {@code RingerProvider} among the services of that path, even for {@code java -jar app.jar} and {@code jwebserver}.
 * The agent itself does nothing. Name it before agents that open an {@code HttpServer} of their own.
 *
 * @since 0.1.0
 */
public final class RingerAgent {
    private RingerAgent() {}

    /**
     * Does nothing, see the class. The JVM calls it before {@code main}.
     *
     * @param arguments the text after {@code =} in the option; ignored
     */
    public static void premain(String arguments) {
        // being on the class path is the whole effect
    }
}
