package dev.ringer.internal.http1.codec;

import com.sun.net.httpserver.Headers;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The class by which the JDK's server reads a request head, to compare with. It is no API: benchmarks that use it need
 * {@code --add-opens=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED}.
 */
final class JdkHeadReader {
    private static final MethodHandle NEW;
    private static final MethodHandle HEADERS;

    static {
        try {
            Class<?> request = Class.forName("sun.net.httpserver.Request");
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(request, MethodHandles.lookup());
            NEW = lookup.findConstructor(
                            request, MethodType.methodType(void.class, InputStream.class, OutputStream.class))
                    .asType(MethodType.methodType(Object.class, InputStream.class, OutputStream.class));
            HEADERS = lookup.findVirtual(request, "headers", MethodType.methodType(Headers.class))
                    .asType(MethodType.methodType(Headers.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private JdkHeadReader() {}

    static Headers read(byte[] head) throws Throwable {
        Object request = NEW.invokeExact((InputStream) new ByteArrayInputStream(head), OutputStream.nullOutputStream());
        return (Headers) HEADERS.invokeExact(request);
    }
}
