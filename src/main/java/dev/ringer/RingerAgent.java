package dev.ringer;

/**
 * Makes an application use Ringer if you start it with {@code -javaagent:ringer.jar}, as in
 * {@code java -javaagent:ringer.jar -jar app.jar}. You never call this class.
 *
 * <p>The JVM adds an agent's jar to the system class path. The agent then names Ringer's provider in the system
 * property {@code com.sun.net.httpserver.HttpServerProvider}, so that the JDK takes it even if another provider comes
 * first on that path, and even for {@code jwebserver}. When the first server is made, the logger {@code dev.ringer}
 * says so at INFO. If the property already names another provider, the agent leaves it alone and warns on standard
 * error, because logging must not begin before {@code main}. If other agents open an {@code HttpServer}, name this one
 * first on the command line.
 *
 * @since 0.1.0
 */
public final class RingerAgent {
    private static final String PROPERTY = "com.sun.net.httpserver.HttpServerProvider";
    private static final String PROVIDER = "dev.ringer.RingerProvider"; // its class is not loaded for the name

    private static volatile boolean providerNamed;

    private RingerAgent() {}

    /**
     * Names Ringer as the provider of servers, unless another provider is named. The JVM calls this method before
     * {@code main}.
     *
     * @param arguments the text after {@code =} in the option; ignored
     */
    public static void premain(String arguments) {
        try {
            String other = System.getProperty(PROPERTY);
            if (other == null) {
                System.setProperty(PROPERTY, PROVIDER);
                providerNamed = true;
            } else if (!other.equals(PROVIDER)) {
                System.err.println("ringer: the agent has no effect: the system property " + PROPERTY
                        + " selects another provider, " + other + "; remove the property");
            }
        } catch (SecurityException ignored) { // the JDK finds the provider among the services all the same
        }
    }

    /** Whether the agent has named the provider. */
    static boolean providerNamed() {
        return providerNamed;
    }
}
