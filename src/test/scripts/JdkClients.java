import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;

/** Drives a server with the JDK's two clients and prints, for each, requests, errors and answers of 35 ms or more. */
public final class JdkClients {
    private static final byte[] BODY = new byte[1024];
    private static final long SLOW_NANOS = 35_000_000;

    private interface Call {
        boolean answeredRight() throws Exception;
    }

    private JdkClients() {}

    /**
     * Runs both clients.
     *
     * @param arguments the server's address, and the seconds for each client
     */
    public static void main(String[] arguments) {
        URI echo = URI.create(arguments[0] + "/echo");
        long nanos = Long.parseLong(arguments[1]) * 1_000_000_000L;
        HttpClient client = HttpClient.newHttpClient();
        drive("HttpClient", nanos, () -> viaHttpClient(client, echo));
        drive("HttpURLConnection", nanos, () -> viaUrlConnection(echo));
    }

    private static boolean viaHttpClient(HttpClient client, URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofByteArray(BODY))
                .build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return response.statusCode() == 200 && Arrays.equals(response.body(), BODY);
    }

    private static boolean viaUrlConnection(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(BODY.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(BODY);
        }
        try (InputStream in = connection.getInputStream()) {
            return connection.getResponseCode() == 200 && Arrays.equals(in.readAllBytes(), BODY);
        }
    }

    private static void drive(String name, long nanos, Call call) {
        long count = 0;
        long errors = 0;
        long slow = 0;
        for (long begin = System.nanoTime(), now = begin; now - begin < nanos; count++) {
            try {
                errors += call.answeredRight() ? 0 : 1;
            } catch (Exception e) {
                errors++;
            }
            long after = System.nanoTime();
            slow += after - now >= SLOW_NANOS ? 1 : 0;
            now = after;
        }
        System.out.println(name + " " + count + " " + errors + " " + slow);
    }
}
