package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.MALFORMED_CREDENTIALS_ARE_REFUSED;
import static dev.ringer.contract.IntendedDifference.NULL_AUTHENTICATION_IS_A_FAILURE;
import static dev.ringer.contract.IntendedDifference.REFUSAL_WAITS_FOR_NO_BODY;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.testkit.Http1Only;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.NotInHttp2;
import dev.ringer.testkit.RawClient;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests what each result of an authenticator leads to. */
class AuthenticatorTest {
    @InModes
    void successSetsThePrincipal(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, exchange -> new Authenticator.Success(new HttpPrincipal("user", "realm")));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: handler for realm:user", "HTTP/1.1 200 OK");
    }

    @InModes
    void thereIsNoPrincipalWithoutAnAuthenticator(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, null);

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: handler for null");
    }

    @InModes
    void retryAndFailureAnswerTheirCode(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, exchange -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Test");
                return exchange.getRequestURI().getPath().equals("/retry")
                        ? new Authenticator.Retry(401)
                        : new Authenticator.Failure(403);
            });
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/retry"));
            stage.noteResponse(client.post("/failure", "x".repeat(60_000)));
            stage.note(client.fate());
        });

        outcome.agrees("HTTP/1.1 401 Unauthorized", "HTTP/1.1 403 Forbidden", "connection usable");
    }

    @Http1Only(NotInHttp2.CLOSE_AFTER_REFUSAL)
    @InModes
    void aRefusalWaitsForNoBody(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, exchange -> new Authenticator.Failure(403));
            RawClient client = stage.connect().post("/", "x".repeat(100_000));

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.differsBy(REFUSAL_WAITS_FOR_NO_BODY)
                .jdk("HTTP/1.1 403 Forbidden", "connection usable")
                .ringer("HTTP/1.1 403 Forbidden", "connection closed");
    }

    @InModes
    void nullClosesTheConnection(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, exchange -> null);
            RawClient client = stage.connect().get("/");

            stage.note(client.awaitEnd(stage.patience(NULL_AUTHENTICATION_IS_A_FAILURE)));
        });

        outcome.differsBy(NULL_AUTHENTICATION_IS_A_FAILURE)
                .jdk("connection silent")
                .ringer("connection closed");
    }

    @InModes
    void anExceptionClosesTheConnection(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            serveWith(stage, exchange -> {
                throw new IllegalStateException("on purpose");
            });

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("no response: closed");
    }

    @InModes
    void basicAuthenticationWorks(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note("handler for " + exchange.getPrincipal());
                exchange.sendResponseHeaders(200, -1);
            });
            context.setAuthenticator(new BasicAuthenticator("realm") {
                @Override
                public boolean checkCredentials(String user, String password) {
                    return user.equals("user") && password.equals("secret");
                }
            });
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/"));
            stage.noteResponse(client.get("/", "Authorization: " + basic("user:secret")));
            stage.noteResponse(client.get("/", "Authorization: " + basic("user:wrong")));
            stage.noteResponse(client.get("/", "Authorization: Other x"));
        });

        outcome.agrees("server: handler for realm:user", "HTTP/1.1 401 Unauthorized");
    }

    @InModes
    void malformedCredentialsAreRefused(Mode mode) throws Exception {
        for (String malformed : List.of("Basic %", basic("nocolon"), "Basic " + "=".repeat(10))) {
            Outcome outcome = Comparison.play(mode, stage -> {
                serveWith(stage, null).setAuthenticator(new BasicAuthenticator("realm") {
                    @Override
                    public boolean checkCredentials(String user, String password) {
                        return true;
                    }
                });
                RawClient client = stage.connect();

                stage.noteStatus(client.get("/", "Authorization: " + malformed));
                stage.note(client.fate());
            });

            outcome.differsBy(MALFORMED_CREDENTIALS_ARE_REFUSED)
                    .jdk("no response: closed")
                    .ringer("HTTP/1.1 401 Unauthorized", "connection usable");
        }
    }

    @Test
    void setAuthenticatorReturnsTheFormerOne() throws Exception {
        Authenticator first = authenticator(exchange -> null);

        Outcome outcome = Comparison.play(Mode.NO_EXECUTOR, stage -> {
            HttpContext context = stage.server().createContext("/");
            stage.note("former " + context.setAuthenticator(first));
            stage.note("same: " + (context.getAuthenticator() == first));
            stage.note("former again: " + (context.setAuthenticator(null) == first));
            stage.note("now " + context.getAuthenticator());
        });

        outcome.agrees("former null", "same: true", "former again: true", "now null");
    }

    private static HttpContext serveWith(Stage stage, Function<HttpExchange, Authenticator.Result> result)
            throws Exception {
        HttpContext context = stage.serve(exchange -> {
            stage.note("handler for " + exchange.getPrincipal());
            exchange.sendResponseHeaders(200, -1);
        });
        if (result != null) {
            context.setAuthenticator(authenticator(result));
        }
        return context;
    }

    private static Authenticator authenticator(Function<HttpExchange, Authenticator.Result> result) {
        return new Authenticator() {
            @Override
            public Result authenticate(HttpExchange exchange) {
                return result.apply(exchange);
            }
        };
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes());
    }
}
