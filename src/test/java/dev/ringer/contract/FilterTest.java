package dev.ringer.contract;

import static dev.ringer.contract.IntendedDifference.WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import java.io.IOException;
import java.util.List;

/** Tests filters: their order, the snapshot that a request takes of their list, and what they may do to an exchange. */
class FilterTest {
    private static final HttpHandler OK = exchange -> exchange.sendResponseHeaders(200, -1);
    private static final Authenticator ANYONE = new Authenticator() {
        @Override
        public Result authenticate(HttpExchange exchange) {
            return new Success(new HttpPrincipal("user", "realm"));
        }
    };

    @InModes
    void runInOrderAroundTheHandler(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note("handler");
                exchange.sendResponseHeaders(200, -1);
            });
            for (String name : List.of("a", "b")) {
                context.getFilters().add(Stage.filter((exchange, chain) -> {
                    stage.note("before " + name);
                    chain.doFilter(exchange);
                    stage.note("after " + name);
                }));
            }

            stage.noteStatus(stage.connect().get("/"));
            stage.awaitServerNotes(5);
        });

        outcome.agrees("server: before a", "server: before b", "server: handler", "server: after b", "server: after a");
    }

    @InModes
    void runBeforeTheAuthenticator(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note("handler sees " + exchange.getPrincipal());
                exchange.sendResponseHeaders(200, -1);
            });
            context.setAuthenticator(ANYONE);
            context.getFilters().add(Stage.filter((exchange, chain) -> {
                stage.note("filter sees " + exchange.getPrincipal());
                chain.doFilter(exchange);
                stage.note("filter then sees " + exchange.getPrincipal());
            }));

            stage.noteStatus(stage.connect().get("/"));
            stage.awaitServerNotes(3);
        });

        outcome.agrees(
                "server: filter sees null", "server: handler sees realm:user", "server: filter then sees realm:user");
    }

    @InModes
    void mayAnswerInsteadOfTheHandler(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(OK);
            context.getFilters().add(Stage.filter((exchange, chain) -> exchange.sendResponseHeaders(403, -1)));
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.noteStatus(client.get("/"));
        });

        outcome.agrees("HTTP/1.1 403 Forbidden");
    }

    @InModes
    void mayCallTheChainTwice(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note("handler");
                if (exchange.getResponseCode() < 0) {
                    exchange.sendResponseHeaders(200, -1);
                }
            });
            context.getFilters().add(Stage.filter((exchange, chain) -> {
                chain.doFilter(exchange);
                chain.doFilter(exchange);
                stage.note("filter done");
            }));

            stage.noteStatus(stage.connect().get("/"));
            stage.awaitServerNotes(3);
        });

        outcome.agrees("server: handler", "server: filter done", "HTTP/1.1 200 OK");
    }

    @InModes
    void areTakenAsTheyWereWhenTheRequestBegan(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(OK);
            List<Filter> filters = context.getFilters();
            filters.add(Stage.filter((exchange, chain) -> {
                filters.clear();
                filters.add(Stage.filter((next, nextChain) -> {
                    next.getResponseHeaders().set("X-Late", "yes");
                    nextChain.doFilter(next);
                }));
                exchange.getResponseHeaders().set("X-Early", "yes");
                chain.doFilter(exchange);
            }));
            RawClient client = stage.connect();

            stage.noteResponse(client.get("/"));
            stage.noteResponse(client.get("/"));
        });

        outcome.agrees("X-early: yes", "X-late: yes");
    }

    @InModes
    void closeTheConnectionWhenTheyThrow(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(OK);
            context.getFilters().add(Stage.filter((exchange, chain) -> {
                throw new IOException("on purpose");
            }));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("no response: closed");
    }

    @InModes
    void seeWhatTheHandlerThrows(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                throw new IllegalStateException("on purpose");
            });
            context.getFilters().add(Stage.filter((exchange, chain) -> {
                stage.attempt("handler", () -> chain.doFilter(exchange));
                exchange.sendResponseHeaders(500, -1);
            }));
            RawClient client = stage.connect().get("/");

            stage.noteResponse(client);
            stage.note(client.fate());
        });

        outcome.agrees(
                "server: handler: IllegalStateException", "HTTP/1.1 500 Internal Server Error", "connection usable");
    }

    @InModes
    void failOnNullsInTheList(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(OK);
            stage.attempt("add null", () -> context.getFilters().add(null));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("add null: ok", "no response: closed");
    }

    @InModes
    void mayPassOnAnExchangeOfTheirOwn(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note(exchange.getClass().getSimpleName());
                exchange.sendResponseHeaders(200, -1);
            });
            context.getFilters().add(Stage.filter((exchange, chain) -> chain.doFilter(new WrappedExchange(exchange))));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.agrees("server: WrappedExchange", "HTTP/1.1 200 OK");
    }

    @InModes
    void mayPassOnAnExchangeOfTheirOwnToAnAuthenticator(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpContext context = stage.serve(exchange -> {
                stage.note("principal " + exchange.getPrincipal());
                exchange.sendResponseHeaders(200, -1);
            });
            context.setAuthenticator(ANYONE);
            context.getFilters().add(Stage.filter((exchange, chain) -> chain.doFilter(new WrappedExchange(exchange))));

            stage.noteResponse(stage.connect().get("/"));
        });

        outcome.differsBy(WRAPPED_EXCHANGE_MEETS_AUTHENTICATOR)
                .jdk("no response: closed")
                .ringer("server: principal realm:user", "HTTP/1.1 200 OK");
    }
}
