package embedded;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Starts the probe in a class loader of its own, as application servers and fat-jar launchers do. */
public final class ChildLoader {
    public static void main(String[] paths) throws Exception {
        var urls = new URL[paths.length];
        for (var i = 0; i < paths.length; i++) {
            urls[i] = Path.of(paths[i]).toUri().toURL();
        }
        try (var loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            var probe = loader.loadClass("embedded.Probe");
            System.out.println("child: " + probe.getMethod("served").invoke(null));
        }
    }
}
