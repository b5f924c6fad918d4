package dev.ringer;

/**
 * Lets an application run on Ringer with the option {@code -javaagent:ringer.jar}.
 *
 * <p>The JVM adds an agent's jar to the system class path. The JDK then finds {@code RingerProvider} among the services
 * on that path, even for {@code java -jar app.jar} and {@code jwebserver}. The code of this agent does nothing. If
 * other agents open an {@code HttpServer}, name this agent first on the command line.
 *
 * @since 0.1.0
 */
public final class RingerAgent {
    private RingerAgent() {}

    /**
     * Does nothing. The JVM calls this method before {@code main}.
     *
     * @param arguments the text after {@code =} in the option; ignored
     */
    public static void premain(String arguments) {
        // nothing to do: the JVM has already added the jar to the class path
    }
}
