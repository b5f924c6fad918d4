package dev.ringer.testkit;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** Headless browsers that show one page. They accept the certificate of {@link TestKeys}. */
public enum Browser {
    CHROMIUM("chromium", "chromium-browser", "google-chrome") {
        @Override
        List<String> arguments(Path profile, URI page) {
            return List.of(
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--ignore-certificate-errors",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile,
                    page.toString());
        }
    },

    FIREFOX("firefox-esr", "firefox") {
        @Override
        List<String> arguments(Path profile, URI page) throws IOException {
            Files.writeString(profile.resolve("user.js"), FIREFOX_SETTINGS);
            if (page.getScheme().equals("https")) {
                String trusted = page.getAuthority() + ":\t" + SHA_256 + "\t" + TestKeys.serverFingerprint() + "\t\n";
                Files.writeString(profile.resolve("cert_override.txt"), trusted);
            }
            return List.of(
                    "--headless", "--no-remote", "--new-instance", "--profile", profile.toString(), page.toString());
        }
    };

    /** The object identifier of SHA-256, for the fingerprint of the server's certificate. */
    private static final String SHA_256 = "OID.2.16.840.1.101.3.4.2.1";

    /** Prevents requests for anything but the page. */
    private static final String FIREFOX_SETTINGS = """
            user_pref("app.normandy.enabled", false);
            user_pref("app.update.disabledForTesting", true);
            user_pref("browser.aboutwelcome.enabled", false);
            user_pref("browser.safebrowsing.update.enabled", false);
            user_pref("browser.shell.checkDefaultBrowser", false);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);
            user_pref("extensions.update.enabled", false);
            user_pref("network.captive-portal-service.enabled", false);
            user_pref("network.connectivity-service.enabled", false);
            user_pref("network.proxy.type", 0);
            user_pref("services.settings.server", "data:,");
            user_pref("toolkit.telemetry.enabled", false);
            """;

    private final Path program; // null if the browser is not installed

    Browser(String... names) {
        program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(path -> Stream.of(names).map(name -> Path.of(path, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    abstract List<String> arguments(Path profile, URI page) throws IOException;

    /** Whether the browser is installed. */
    public boolean available() {
        return program != null;
    }

    /**
     * Shows a page until the result is closed.
     *
     * @param place a directory of the test, for the browser's files
     */
    public Shown show(Path place, String url) throws IOException {
        Path profile = Files.createDirectories(place.resolve("profile"));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments(profile, URI.create(url)));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", place.toString());
        builder.environment().put("HOME", place.toString());
        return new Shown(builder.start());
    }

    /**
     * Returns a screenshot of a page in Chromium.
     *
     * @param place a directory of the test, for the browser's files
     * @param dark whether the user prefers dark colours
     */
    public static BufferedImage draw(Path place, String url, int width, int height, boolean dark)
            throws IOException, InterruptedException {
        Path image = place.resolve("page.png");
        List<String> command = new ArrayList<>(List.of(CHROMIUM.program.toString()));
        command.addAll(CHROMIUM.arguments(Files.createDirectories(place.resolve("profile")), URI.create(url)));
        command.removeIf(argument -> argument.startsWith("--remote-debugging-port"));
        command.addAll(List.of(
                "--hide-scrollbars",
                "--window-size=" + width + ',' + height,
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1),
                "--screenshot=" + image));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", place.toString());
        builder.environment().put("HOME", place.toString());
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the browser did not draw " + url);
        }
        return ImageIO.read(image.toFile());
    }

    /** A running browser. */
    public record Shown(Process process) implements AutoCloseable {
        @Override
        public void close() throws Exception {
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                    .toList();
            all.forEach(ProcessHandle::destroyForcibly);
            for (ProcessHandle each : all) {
                each.onExit().get(10, TimeUnit.SECONDS);
            }
        }
    }
}
