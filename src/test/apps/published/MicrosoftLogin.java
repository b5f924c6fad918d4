package published;

import com.microsoft.aad.msal4j.HttpResponse;
import com.microsoft.aad.msal4j.InteractiveRequestParameters;
import com.microsoft.aad.msal4j.PublicClientApplication;
import com.microsoft.aad.msal4j.SystemBrowserOptions;
import java.net.URI;
import java.util.Set;

/** A login whose page no browser opens. No token server exists, so the login fails after its callback. */
final class MicrosoftLogin {
    public static void main(String[] arguments) throws Exception {
        var port = Ready.freePort();
        var browser = SystemBrowserOptions.builder()
                .htmlMessageSuccess("you are in")
                .openBrowserAction(page -> new Thread(() -> Ready.at(port)).start())
                .build();
        var application = PublicClientApplication.builder("client")
                .authority("https://login.microsoftonline.com/common")
                .httpClient(request -> new HttpResponse().statusCode(400).body("{\"error\": \"invalid_grant\"}"))
                .build();
        application
                .acquireToken(InteractiveRequestParameters.builder(URI.create("http://localhost:" + port))
                        .scopes(Set.of("mail"))
                        .systemBrowserOptions(browser)
                        .build())
                .handle((token, failure) -> failure)
                .thenAccept(failure -> System.out.println("FAILED " + failure.getMessage()))
                .join();
    }
}
