package dev.ringer.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import dev.ringer.process.Sources;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code java -jar ringer.jar} in a separate process, and which classes a server without files loads. */
class CommandLineIT {
    @TempDir
    private Path folder;

    private RunningProgram serving(Object... more) {
        List<Object> arguments = new java.util.ArrayList<>(List.of("-jar", RingerJar.path(), "-d", folder, "-p", 0));
        arguments.addAll(List.of(more));
        return RunningProgram.started(JavaCommand.java(arguments.toArray()));
    }

    private static URI address(RunningProgram program) {
        String line = program.awaitLine("Serving ");
        return URI.create(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void servesAFolderTellsEachRequestAndNeedsAPortOfItsOwn() throws IOException {
        Site.write(folder, "a.txt", "Hello, file");
        try (RunningProgram program = serving()) {
            URI address = address(program);
            HttpURLConnection connection =
                    (HttpURLConnection) address.resolve("a.txt").toURL().openConnection();
            connection.setRequestProperty("Range", "bytes=7-");

            assertThat(connection.getResponseCode()).isEqualTo(206);
            assertThat(read(connection)).isEqualTo("file");
            assertThat(program.awaitLine("127.0.0.1 - - [")).endsWith("] \"GET /a.txt HTTP/1.1\" 206 4");
            assertThat(read((HttpURLConnection) address.toURL().openConnection()))
                    .contains("./a.txt");
            assertThat(program.awaitLine("127.0.0.1 - - [")).contains("] \"GET / HTTP/1.1\" 200 ");
            assertAPortInUseEndsTheProcess(address.getPort());
        }
    }

    /**
     * On Linux, a name is any sequence of bytes. Java cannot open a file whose name is not in the character set of the
     * locale, so the list must not promise it.
     */
    @Tag("outer")
    @ParameterizedTest
    @CsvSource({"C, a%20b ascii.txt", "C.UTF-8, %C3%BC.txt %F0%9F%92%A9 a%20b ascii.txt e%CC%81 stra%C3%9Fe/"})
    void listsOnlyWhatItServes(String locale, String listed) throws Exception {
        String site = "mkdir \"$(printf 'stra\\303\\237e')\" \"$(printf 'stra\\337e')\"\n"
                + "for name in ascii.txt 'a b' 'caf\\351.txt' '\\377' '\\303\\274.txt' '\\360\\237\\222\\251'"
                + " 'e\\314\\201' '\\355\\240\\200' '\\300\\257' 'tab\\t'; do echo > \"$(printf \"$name\")\"; done";
        Process made = new ProcessBuilder("sh", "-e", "-c", site)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
        JavaCommand command = JavaCommand.java("-jar", RingerJar.path(), "-d", folder, "-p", 0)
                .startedBy("env", "LC_ALL=" + locale);
        try (RunningProgram program = RunningProgram.started(command)) {
            URI address = address(program);
            List<String> links = Pattern.compile("href=\"\\./([^\"]+)\"")
                    .matcher(read((HttpURLConnection) address.toURL().openConnection()))
                    .results()
                    .map(link -> link.group(1))
                    .toList();

            assertThat(links).containsExactlyInAnyOrder(listed.split(" "));
            for (String link : links) {
                assertThat(opened(address, link).getResponseCode()).as(link).isEqualTo(200);
            }
            for (String name : new String[] {"caf%E9.txt", "%FF", "%C0%AF", "%ED%A0%80", "stra%DFe/"}) {
                assertThat(opened(address, name).getResponseCode()).as(name).isEqualTo(404);
            }
        }
    }

    /** The options of a front-end developer. */
    @Test
    void servesASinglePageApplication() throws IOException {
        Site.write(folder, "index.html", "<p>application");
        Site.write(folder, "404.html", "<p>gone");
        Site.write(folder, "assets/app.js", "run()".repeat(1000));
        Site.write(folder, "assets/app.js.gz", "not a real copy");
        try (RunningProgram program = serving(
                "--spa", "--cors", "--cache", "assets/**=31536000", "--charset", "iso-8859-1", "--no-precompressed")) {
            URI address = address(program);

            HttpURLConnection page = opened(address, "users/42");
            assertThat(read(page)).isEqualTo("<p>application");
            assertThat(page.getHeaderField("Content-Type")).isEqualTo("text/html; charset=iso-8859-1");
            assertThat(page.getHeaderField("Cache-Control")).isEqualTo("no-cache");
            assertThat(page.getHeaderField("Access-Control-Allow-Origin")).isEqualTo("*");
            HttpURLConnection script = opened(address, "assets/app.js");
            script.setRequestProperty("Accept-Encoding", "gzip");
            assertThat(new String(new GZIPInputStream(script.getInputStream()).readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("run()"); // and not the copy
            assertThat(script.getHeaderField("Cache-Control")).isEqualTo("max-age=31536000");
            HttpURLConnection missing = opened(address, "assets/old.js");
            assertThat(missing.getResponseCode()).isEqualTo(404);
            assertThat(missing.getHeaderField("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(new String(missing.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("<p>gone");
        }
    }

    private static HttpURLConnection opened(URI address, String path) throws IOException {
        return (HttpURLConnection) address.resolve(path).toURL().openConnection();
    }

    @Test
    void tellsItsVersion() {
        assertThat(JavaCommand.java("-jar", RingerJar.path(), "--version").output())
                .matches("ringer \\d+\\.\\d+\\.\\d+\\S*, Java \\S+\\R");
    }

    private void assertAPortInUseEndsTheProcess(int port) throws IOException {
        assertEndsWithALine(
                "ringer: cannot listen on 127.0.0.1 port " + port,
                JavaCommand.java("-jar", RingerJar.path(), "-d", folder, "-p", port));
    }

    @Test
    void tellsInOneLineWhyTheServerCannotStart() throws IOException {
        Path file = Site.write(folder, "a.txt", "not a folder");
        String log = "-Dringer.accessLog=json:" + file.resolve("access.log");

        assertEndsWithALine(
                "ringer: The server cannot start: ",
                JavaCommand.java(log, "-jar", RingerJar.path(), "-d", folder, "-p", 0));
    }

    private static void assertEndsWithALine(String begin, JavaCommand command) throws IOException {
        Process process = command.builder().start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).startsWith(begin).hasLineCount(1);
        assertThat(process.onExit().join().exitValue()).isEqualTo(1);
    }

    @Test
    void servesAFolderOverTls() throws Exception {
        Site.write(folder, "a.txt", "Hello, file");
        Path keys = TestKeys.writtenServerStore();
        Path password = Files.writeString(folder.resolve(".password"), TestKeys.password());
        try (RunningProgram program = serving("--tls", keys, "--password-file", password, "-b", "127.0.0.1")) {
            assertThat(readOverTls(program)).isEqualTo("Hello, file");
        } finally {
            Files.delete(keys);
        }
    }

    @Test
    void servesAFolderOverTlsFromPemFiles() throws Exception {
        Site.write(folder, "a.txt", "Hello, file");
        Path both = Files.writeString(folder.resolve(".pem"), TestKeys.serverPem());
        try (RunningProgram program = serving("--cert", both, "--key", both, "-b", "127.0.0.1")) {
            assertThat(readOverTls(program)).isEqualTo("Hello, file");
        }
    }

    @Test
    void namesHttpsIfASettingHasACertificate() throws Exception {
        try (RunningProgram program = servingWithCertificate("dev.ringer.RingerProvider")) {
            assertThat(readOverTls(program)).isEqualTo("Hello, file");
        }
    }

    /** The provider of the JDK does not know the setting. */
    @Test
    void namesHttpOnAnotherProviderInSpiteOfTheSetting() throws Exception {
        try (RunningProgram program = servingWithCertificate("sun.net.httpserver.DefaultHttpServerProvider")) {
            URI address = address(program);

            assertThat(address.getScheme()).isEqualTo("http");
            assertThat(read((HttpURLConnection) address.resolve("a.txt").toURL().openConnection()))
                    .isEqualTo("Hello, file");
        }
    }

    private RunningProgram servingWithCertificate(String provider) throws Exception {
        Site.write(folder, "a.txt", "Hello, file");
        Path both = Files.writeString(folder.resolve(".pem"), TestKeys.serverPem());
        return RunningProgram.started(JavaCommand.java(
                "-Dcom.sun.net.httpserver.HttpServerProvider=" + provider,
                "-Dringer.tls.certificate=" + both,
                "-Dringer.tls.key=" + both,
                "-jar",
                RingerJar.path(),
                "-d",
                folder,
                "-p",
                0,
                "-b",
                "127.0.0.1"));
    }

    private static String readOverTls(RunningProgram program) throws Exception {
        HttpsURLConnection connection =
                (HttpsURLConnection) address(program).resolve("a.txt").toURL().openConnection();
        connection.setSSLSocketFactory(TestKeys.clientContext().getSocketFactory());
        return read(connection);
    }

    private static String read(HttpURLConnection connection) throws IOException {
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Checks that a server loads no classes for files or compression if it uses neither. */
    @Test
    void nothingOfTheFilterIsLoadedUnlessItIsWanted() {
        Path probe = Sources.compiled("embedded/Probe.java", List.of(), folder.resolve("classes"));
        Object[] start = {"-Xlog:class+load", "-cp", RingerJar.path() + System.getProperty("path.separator") + probe};

        String without = JavaCommand.java(with(start, "embedded.Probe")).output();
        String asked = JavaCommand.java(with(start, "-Dringer.compression=gzip", "embedded.Probe"))
                .output();

        assertThat(without).contains("dev.ringer.RingerProvider").doesNotContain("CompressionFilter", "FileHandler");
        assertThat(asked).contains("dev.ringer.files.CompressionFilter");
    }

    private static Object[] with(Object[] first, Object... more) {
        Object[] all = java.util.Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}
