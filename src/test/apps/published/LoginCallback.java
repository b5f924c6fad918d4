package published;

import com.google.api.client.extensions.jetty.auth.oauth2.LocalServerReceiver;
import java.io.IOException;
import java.net.URI;

/** The local end of an OAuth login: waits for the browser to bring the code. */
final class LoginCallback {
    public static void main(String[] arguments) throws IOException {
        var receiver = new LocalServerReceiver.Builder().setHost("localhost").build();
        var address = URI.create(receiver.getRedirectUri());
        var waiting = new Thread(() -> printCode(receiver));
        waiting.start();
        Ready.at(address.getPort());
    }

    private static void printCode(LocalServerReceiver receiver) {
        try {
            System.out.println("CODE " + receiver.waitForCode());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
