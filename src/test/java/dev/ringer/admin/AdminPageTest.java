package dev.ringer.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.testkit.Browser;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the admin page in a headless Chromium, on a phone and a desktop, in both colour schemes. */
@Isolated("a process has one admin listener")
class AdminPageTest {
    private static final int MARGIN = 4; // pixels at each side that have only the page's background

    @ParameterizedTest
    @CsvSource({
        "390, 844, false, f5f6f8, 1a7f37",
        "390, 844, true, 0f1318, 3fb950",
        "1280, 900, false, f5f6f8, 1a7f37",
        "1280, 900, true, 0f1318, 3fb950"
    })
    void hasItsStyleAndFits(int width, int height, boolean dark, String page, String ready, @TempDir Path place)
            throws Exception {
        assumeTrue(Browser.CHROMIUM.available(), "Chromium is not installed");
        int port = FreePorts.next();
        try (TestServer server = TestServer.create(
                        Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of("ringer.admin", "" + port))
                .start()) {
            assertThat(server.started()).isTrue();

            BufferedImage image = Browser.draw(place, "http://localhost:" + port + "/", width, height, dark);

            assertThat(image.getWidth()).isEqualTo(width);
            int background = Integer.parseInt(page, 16);
            for (int y = 0; y < image.getHeight(); y++) {
                assertThat(colour(image, MARGIN, y)).isEqualTo(background);
                assertThat(colour(image, width - MARGIN, y)).isEqualTo(background); // nothing reaches into the margin
            }
            assertThat(pixels(image, Integer.parseInt(ready, 16))).isGreaterThan(100);
        }
    }

    private static int colour(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xffffff;
    }

    private static int pixels(BufferedImage image, int colour) {
        int found = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                found += colour(image, x, y) == colour ? 1 : 0;
            }
        }
        return found;
    }
}
