import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Tests the example with the JDK's HttpClient. Prints one line if all is well, and fails otherwise. */
public final class JdkHttp2Client {
    /** Fewer than the server's maximum of streams on a connection. Above it, the client fails instead of waiting. */
    private static final int AT_ONCE = 100;

    private JdkHttp2Client() {}

    /**
     * Sends the requests and checks the answers.
     *
     * @param arguments the address, the key store with the server's certificate, and the expected HTTP version
     */
    public static void main(String[] arguments) throws Exception {
        URI root = URI.create(arguments[0]);
        HttpClient.Version expected = HttpClient.Version.valueOf(arguments[2]);
        HttpClient client = HttpClient.newBuilder().sslContext(trusting(arguments[1])).build();

        HttpResponse<String> request = client.send(
                HttpRequest.newBuilder(root.resolve("/api/request?a=%2F")).build(), HttpResponse.BodyHandlers.ofString());
        check(request.version() == expected, "version " + request.version());
        check(request.statusCode() == 200 && request.body().contains("/api/request?a=%2F"), "page: " + request.body());

        byte[] upload = new byte[3_000_001];
        new Random(1).nextBytes(upload);
        HttpResponse<byte[]> echo = client.send(
                HttpRequest.newBuilder(root.resolve("/upload/echo"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(upload))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        check(Arrays.equals(echo.body(), upload), "echo of " + echo.body().length + " bytes");

        HttpResponse<InputStream> left = client.send(
                HttpRequest.newBuilder(root.resolve("/download?size=64M")).build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = left.body()) {
            check(body.readNBytes(100_000).length == 100_000, "download");
        }

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, AT_ONCE)
                .mapToObj(i -> client.sendAsync(
                        HttpRequest.newBuilder(root.resolve("/api/request?i=" + i + ".")).build(),
                        HttpResponse.BodyHandlers.ofString()))
                .toList();
        for (int i = 0; i < AT_ONCE; i++) {
            HttpResponse<String> answer = answers.get(i).get();
            check(answer.statusCode() == 200 && answer.body().contains("?i=" + i + "."), "answer " + i);
        }
        System.out.println("well " + request.version());
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    private static SSLContext trusting(String keyStore) throws Exception {
        KeyStore own = KeyStore.getInstance(Path.of(keyStore).toFile(), "changeit".toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", own.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
