package dev.ringer.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerDelegate;
import javax.management.Notification;

/**
 * A program with two servers that ends by SIGTERM. With the argument {@code own}, its shutdown hook stops one of them.
 * With the argument {@code late}, the hook starts and stops another server after the drain has ended.
 */
final class EndingMain {
    private static final CountDownLatch RELEASED = new CountDownLatch(1);

    private EndingMain() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer first = server();
        first.setExecutor(Executors.newCachedThreadPool());
        HttpServer second = server();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("ending");
            if (arguments.length > 0 && arguments[0].equals("own")) {
                first.stop(0);
                System.out.println("stopped");
            } else if (arguments.length > 0 && arguments[0].equals("late")) {
                first.stop(0);
                second.stop(0);
                stopAnother();
            }
        }));
        first.start();
        second.start();
        System.out.println("ports " + first.getAddress().getPort() + " "
                + second.getAddress().getPort());
        obey(first, second);
    }

    private static HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
        server.createContext("/wait", EndingMain::waitAndAnswer);
        return server;
    }

    private static void stopAnother() {
        try {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("Ringer-drain-on-exit")) {
                    thread.join();
                }
            }
            HttpServer another = server();
            another.start();
            another.stop(0);
            System.out.println("stopped");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void failToStopAnother() throws IOException {
        System.setProperty("ringer.jmx", "true");
        HttpServer another = server();
        another.start();
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, EndingMain::fail, null, null);
            another.stop(0);
            throw new AssertionError("it has not failed");
        } catch (InstanceNotFoundException e) {
            throw new AssertionError(e);
        } catch (InternalError onPurpose) { // the server has stopped all the same
        }
    }

    private static void fail(Notification notification, Object unused) {
        throw new InternalError(notification.getMessage());
    }

    private static void exit() {
        System.out.println("exiting");
        System.exit(0);
    }

    private static void waitAndAnswer(HttpExchange exchange) throws IOException {
        System.out.println("begun");
        try {
            RELEASED.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] answer = "complete".getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        System.out.println("answered"); // before the end of the exchange, which stop() awaits
        exchange.close();
    }

    private static void obey(HttpServer first, HttpServer second) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case "release" -> RELEASED.countDown();
                case "halt" -> Runtime.getRuntime().halt(0);
                case "exit" -> {
                    first.stop(0);
                    second.stop(0);
                    exit();
                }
                case "fail" -> {
                    first.stop(0);
                    second.stop(0);
                    failToStopAnother();
                    exit();
                }
                default -> throw new IOException(order);
            }
        }
    }
}
