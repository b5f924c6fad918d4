package dev.ringer.grpc;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.Trailers;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Implements a gRPC service as a handler. Five bytes precede each message, and a trailer contains the status of the
 * call. The only class of Ringer that it uses is {@link Trailers}.
 */
final class GrpcService implements HttpHandler {
    static final int INVALID_ARGUMENT = 3;
    static final int UNIMPLEMENTED = 12;
    static final int INTERNAL = 13;

    private static final String CONTENT_TYPE = "application/grpc";

    /** Receives and sends the messages of one call. */
    static final class Call {
        private final DataInputStream in;
        private final DataOutputStream out;

        private Call(InputStream in, DataOutputStream out) {
            this.in = new DataInputStream(in);
            this.out = out;
        }

        /** Returns the next message, or empty after the client's last one. */
        Optional<byte[]> receive() throws IOException {
            int compressed = in.read();
            if (compressed < 0) {
                return Optional.empty();
            }
            int length = in.readInt();
            byte[] message = in.readNBytes(length);
            if (message.length < length) {
                throw new EOFException("within a message");
            }
            return Optional.of(message);
        }

        /** Sends a message and flushes it. */
        void send(byte[] message) throws IOException {
            out.writeByte(0);
            out.writeInt(message.length);
            out.write(message);
            out.flush();
        }
    }

    /** Ends a call with a status other than 0. */
    static final class Failed extends Exception {
        private final int status;

        Failed(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    /** Implements a gRPC method. */
    interface Method {
        void serve(Call call) throws IOException, Failed;
    }

    private final Method method;

    GrpcService(Method method) {
        this.method = method;
    }

    /** Handles calls of unknown methods. The response has no content, so its head contains the status. */
    static void unimplemented(HttpExchange exchange) throws IOException {
        Headers head = exchange.getResponseHeaders();
        head.set("Content-Type", CONTENT_TYPE);
        head.set("grpc-status", Integer.toString(UNIMPLEMENTED));
        head.set("grpc-message", "no such method");
        exchange.sendResponseHeaders(200, -1);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
        exchange.sendResponseHeaders(200, 0); // from now on, the client may be silent for as long as it likes
        DataOutputStream out = new DataOutputStream(exchange.getResponseBody());
        Headers trailers = new Headers();
        try {
            method.serve(new Call(exchange.getRequestBody(), out));
            trailers.set("grpc-status", "0");
        } catch (Failed failed) {
            trailers.set("grpc-status", Integer.toString(failed.status));
            trailers.set("grpc-message", failed.getMessage());
        } catch (RuntimeException failure) {
            trailers.set("grpc-status", Integer.toString(INTERNAL));
        }
        Trailers.response(exchange, trailers);
        out.close(); // not reached after an IOException: then the server resets the stream
    }
}
