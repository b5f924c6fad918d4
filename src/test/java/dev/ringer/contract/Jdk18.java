package dev.ringer.contract;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Calls by reflection what the package gained in JDK 18: the tests compile for 17. A request is an {@code Object}. */
final class Jdk18 {
    private static final String PACKAGE = "com.sun.net.httpserver.";

    private Jdk18() {}

    /** Calls {@code SimpleFileServer.createFileHandler}. */
    static HttpHandler fileHandler(Path root) {
        return (HttpHandler) invokeStatic("SimpleFileServer", "createFileHandler", root);
    }

    /** Calls {@code HttpServer.create} with a context, on the provider that the JDK finds. */
    static HttpServer create(InetSocketAddress address, String path, HttpHandler handler, Filter... filters) {
        return (HttpServer) invoke(method("HttpServer", "create", 5), null, address, 0, path, handler, filters);
    }

    /** Calls {@code SimpleFileServer.createFileServer}, without a log. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static HttpServer fileServer(InetSocketAddress address, Path root) {
        Class<? extends Enum> levels = type("SimpleFileServer$OutputLevel").asSubclass(Enum.class);
        return (HttpServer)
                invokeStatic("SimpleFileServer", "createFileServer", address, root, Enum.valueOf(levels, "NONE"));
    }

    /** Calls {@code SimpleFileServer.createOutputFilter}. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Filter outputFilter(OutputStream out, String level) {
        Class<? extends Enum> levels = type("SimpleFileServer$OutputLevel").asSubclass(Enum.class);
        return (Filter) invokeStatic("SimpleFileServer", "createOutputFilter", out, Enum.valueOf(levels, level));
    }

    /** Calls {@code HttpHandlers.of}. */
    static HttpHandler answering(int code, Headers headers, String body) {
        return (HttpHandler) invokeStatic("HttpHandlers", "of", code, headers, body);
    }

    /** Calls {@code HttpHandlers.handleOrElse}. */
    static HttpHandler handleOrElse(Predicate<Object> test, HttpHandler handler, HttpHandler otherwise) {
        return (HttpHandler) invokeStatic("HttpHandlers", "handleOrElse", test, handler, otherwise);
    }

    /** Calls {@code Filter.beforeHandler}. */
    static Filter before(Consumer<HttpExchange> action) {
        return (Filter) invokeStatic("Filter", "beforeHandler", "before", action);
    }

    /** Calls {@code Filter.afterHandler}. */
    static Filter after(Consumer<HttpExchange> action) {
        return (Filter) invokeStatic("Filter", "afterHandler", "after", action);
    }

    /** Calls {@code Filter.adaptRequest}. */
    static Filter adapt(UnaryOperator<Object> adaptation) {
        return (Filter) invokeStatic("Filter", "adaptRequest", "adapt", adaptation);
    }

    /** Calls {@code Request.with}. */
    static Object with(Object request, String name, String... values) {
        return invoke(method("Request", "with", 2), request, name, List.of(values));
    }

    /** Calls {@code Request.getRequestMethod}. */
    static String methodOf(Object request) {
        return (String) invoke(method("Request", "getRequestMethod", 0), request);
    }

    /** Calls {@code Headers.of}. */
    static Headers headers(String... namesAndValues) {
        Method of = Arrays.stream(Headers.class.getMethods())
                .filter(method -> method.getName().equals("of") && method.isVarArgs())
                .findFirst()
                .orElseThrow();
        return (Headers) invoke(of, null, (Object) namesAndValues);
    }

    private static Object invokeStatic(String type, String name, Object... arguments) {
        return invoke(method(type, name, arguments.length), null, arguments);
    }

    private static Method method(String type, String name, int parameters) {
        return Arrays.stream(type(type).getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type + "." + name));
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(PACKAGE + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("not on this release", e);
        }
    }

    private static Object invoke(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
