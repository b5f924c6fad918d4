package published;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.launch.FrameworkFactory;

/** Felix, with a bundle that starts a server. */
final class FelixService {
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("felix");
        var bundle = folder.resolve("bundle.jar");
        try (var file = Files.newOutputStream(bundle)) {
            writeBundle(file);
        }
        var framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        "org.osgi.framework.storage",
                        folder.resolve("storage").toString(),
                        "org.osgi.framework.system.packages.extra",
                        "com.sun.net.httpserver"));
        framework.start();
        framework.getBundleContext().installBundle(bundle.toUri().toString()).start();
        Ready.at(Integer.getInteger("bundle.port"));
    }

    private static void writeBundle(OutputStream out) throws IOException {
        var manifest = new Manifest();
        var attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", "service");
        attributes.putValue("Bundle-Activator", ServiceBundle.class.getName());
        attributes.putValue("Import-Package", "org.osgi.framework,com.sun.net.httpserver");
        var name = "published/ServiceBundle.class";
        try (var jar = new JarOutputStream(out, manifest);
                var content = FelixService.class.getClassLoader().getResourceAsStream(name)) {
            jar.putNextEntry(new JarEntry(name));
            content.transferTo(jar);
        }
    }
}
