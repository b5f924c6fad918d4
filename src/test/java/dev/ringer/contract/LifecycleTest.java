package dev.ringer.contract;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.OnlyInTheClear;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests what each call does in each state of a server. */
@Isolated("a server of another test may take a port that a stopped server has given back")
class LifecycleTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @InModes
    void refusesCallsOfTheWrongStateWhileUnbound(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.bareServer(null);

            stage.note("address " + server.getAddress());
            stage.attempt("bind to null", () -> server.bind(null, 0));
            stage.attempt("start", server::start);
            stage.attempt("stop(-1)", () -> server.stop(-1));
            stage.attempt("setExecutor", () -> server.setExecutor(Runnable::run));
            stage.attempt("setExecutor(null)", () -> server.setExecutor(null));
            stage.attempt("createContext", () -> server.createContext("/a"));
            stage.attempt("removeContext", () -> server.removeContext("/a"));
            stage.attempt("bind", () -> server.bind(ANY_PORT, 0));
            stage.attempt("bind again", () -> server.bind(ANY_PORT, 0));
        });

        outcome.agrees(
                "address null",
                "bind to null: NullPointerException",
                "start: IllegalStateException",
                "stop(-1): IllegalArgumentException",
                "bind: ok",
                "bind again: BindException");
    }

    @InModes
    void refusesCallsOfTheWrongStateWhileBound(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.bareServer(ANY_PORT);

            stage.note("port known: " + (server.getAddress().getPort() > 0));
            stage.note("loopback: " + server.getAddress().getAddress().isLoopbackAddress());
            stage.attempt("bind to null", () -> server.bind(null, 0));
            stage.attempt("bind", () -> server.bind(ANY_PORT, 0));
            stage.attempt("stop(-1)", () -> server.stop(-1));
            stage.attempt("setExecutor", () -> server.setExecutor(Runnable::run));
            stage.attempt("setExecutor(null)", () -> server.setExecutor(null));
            stage.attempt("start", server::start);
        });

        outcome.agrees(
                "port known: true",
                "bind to null: BindException",
                "bind: BindException",
                "stop(-1): IllegalArgumentException",
                "start: ok");
    }

    @InModes
    void refusesCallsOfTheWrongStateWhileStarted(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.server();
            stage.start();

            stage.note("port known: " + (server.getAddress().getPort() > 0));
            stage.attempt("bind to null", () -> server.bind(null, 0));
            stage.attempt("bind", () -> server.bind(ANY_PORT, 0));
            stage.attempt("start", server::start);
            stage.attempt("stop(-1)", () -> server.stop(-1));
            stage.attempt("setExecutor", () -> server.setExecutor(Runnable::run));
            stage.attempt("setExecutor(null)", () -> server.setExecutor(null));
            stage.attempt("createContext", () -> server.createContext("/a"));
            stage.attempt("removeContext", () -> server.removeContext("/a"));
        });

        outcome.agrees(
                "port known: true",
                "bind: BindException",
                "start: IllegalStateException",
                "setExecutor: IllegalStateException");
    }

    @InModes
    void refusesCallsOfTheWrongStateAfterStop(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.server();
            stage.start();
            InetSocketAddress address = server.getAddress();

            server.stop(0);

            stage.note("same address: " + address.equals(server.getAddress()));
            stage.attempt("bind to null", () -> server.bind(null, 0));
            stage.attempt("bind", () -> server.bind(ANY_PORT, 0));
            stage.attempt("start", server::start);
            stage.attempt("setExecutor", () -> server.setExecutor(Runnable::run));
            stage.attempt("createContext", () -> server.createContext("/a"));
            stage.attempt("removeContext", () -> server.removeContext("/a"));
            stage.attempt("stop(-1)", () -> server.stop(-1));
            stage.attempt("stop again", () -> server.stop(0));
            stage.attempt("connect", stage::connectWithoutStart);
        });

        outcome.agrees(
                "same address: true",
                "bind: BindException",
                "start: IllegalStateException",
                "setExecutor: IllegalStateException",
                "createContext: ok",
                "stop again: ok",
                "connect: ConnectException");
    }

    @InModes
    void refusesCallsOfTheWrongStateWhenStoppedUnstarted(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.bareServer(ANY_PORT);

            server.stop(0);

            stage.attempt("start", server::start);
            stage.attempt("bind", () -> server.bind(ANY_PORT, 0));
            stage.attempt("setExecutor", () -> server.setExecutor(Runnable::run));
            stage.attempt("stop again", () -> server.stop(0));
        });

        outcome.agrees("start: IllegalStateException", "bind: BindException", "stop again: ok");
    }

    @InModes
    void failsToBindTwoServersToOnePort(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            InetSocketAddress taken = stage.server().getAddress();

            stage.attempt("create", () -> stage.bareServer(taken));
            stage.attempt("bind", () -> stage.bareServer(null).bind(taken, 0));
        });

        outcome.agrees("create: BindException", "bind: BindException");
    }

    @InModes
    void failsToBindToAnUnresolvedAddress(Mode mode) throws Exception {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("host.invalid", 0);

        Outcome outcome = Comparison.play(mode, stage -> {
            stage.attempt("create", () -> stage.bareServer(unresolved));
            stage.attempt("bind", () -> stage.bareServer(null).bind(unresolved, 0));
        });

        outcome.agrees("create: SocketException");
    }

    @InModes
    void acceptsBacklogsOfZeroAndBelow(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.attempt("bind with 0", () -> stage.bareServer(null).bind(ANY_PORT, 0));
            stage.attempt("bind with -1", () -> stage.bareServer(null).bind(ANY_PORT, -1));
        });

        outcome.agrees("bind with 0: ok", "bind with -1: ok");
    }

    @OnlyInTheClear("the handshake waits for the start")
    @InModes
    void servesAfterStartWhoConnectedBefore(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            var early = stage.connectWithoutStart().get("/");

            stage.start();

            stage.noteResponse(early);
        });

        outcome.agrees("HTTP/1.1 200 OK");
    }

    @OnlyInTheClear("it is asked to")
    @InModes
    void createsNoHttpsServerUnasked(Mode mode) throws Exception {
        Outcome outcome =
                Comparison.play(mode, stage -> stage.note("https: " + (stage.server() instanceof HttpsServer)));

        outcome.agrees("https: false");
    }

    @InModes
    void startsNoUserThreadBeforeStart(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            ThreadGroup group = new ThreadGroup("creator and its threads");
            Thread creator = new Thread(group, () -> stage.attempt("create", () -> stage.bareServer(ANY_PORT)));

            creator.start();
            creator.join();

            Thread[] threads = new Thread[10];
            int count = group.enumerate(threads);
            stage.note("user threads: "
                    + Arrays.stream(threads, 0, count)
                            .filter(t -> !t.isDaemon())
                            .count());
        });

        outcome.agrees("user threads: 0");
    }

    @InModes
    void returnsTheExecutorThatWasSet(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.bareServer(ANY_PORT);
            stage.note("none: " + server.getExecutor());
            java.util.concurrent.Executor executor = Runnable::run;

            server.setExecutor(executor);

            stage.note("same: " + (server.getExecutor() == executor));
            server.start();
            stage.note("same after start: " + (server.getExecutor() == executor));
        });

        outcome.agrees("none: null", "same: true", "same after start: true");
    }

    @InModes
    void hasAnExecutorOnceStartedWithoutOne(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            HttpServer server = stage.bareServer(ANY_PORT);
            stage.note("executor before start: " + (server.getExecutor() == null ? "none" : "one"));

            server.start();

            Thread[] ran = new Thread[1];
            server.getExecutor().execute(() -> ran[0] = Thread.currentThread());
            stage.note("runs in the caller: " + (ran[0] == Thread.currentThread()));
        });

        outcome.agrees("executor before start: none", "runs in the caller: true");
    }

    @InModes
    void freesItsPortAtOnce(Mode mode) throws Exception {
        Outcome outcome = Comparison.play(mode, stage -> {
            stage.serve(exchange -> exchange.sendResponseHeaders(200, -1));
            InetSocketAddress address = stage.server().getAddress();
            stage.noteStatus(stage.connect().get("/"));

            stage.server().stop(0);

            stage.attempt("bind the same port", () -> startOn(address, stage));
        });

        outcome.agrees("HTTP/1.1 200 OK", "bind the same port: ok");
    }

    private static void startOn(InetSocketAddress address, Stage stage) throws IOException {
        stage.bareServer(address).start();
    }
}
