package published;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.instrumentation.javahttpserver.JavaHttpServerTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;

/** A service behind OpenTelemetry's filter. It prints each span. */
final class TracedService {
    public static void main(String[] arguments) throws IOException {
        var tracing = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(new PrintingExporter()))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var context = server.createContext("/orders", exchange -> {
            var body = "one order".getBytes();
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("PUT") ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        JavaHttpServerTelemetry.create(tracing).configure(context);
        server.start();
        Ready.at(server.getAddress().getPort());
    }

    private static final class PrintingExporter implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            spans.forEach(span -> System.out.println("SPAN " + span.getName() + " " + span.getKind() + " "
                    + span.getParentSpanId() + " " + span.getStatus().getStatusCode() + " "
                    + span.getAttributes().get(AttributeKey.longKey("http.response.status_code")) + " "
                    + span.getAttributes().get(AttributeKey.stringKey("http.route")) + " "
                    + span.getAttributes().get(AttributeKey.stringKey("url.path")) + " "
                    + span.getAttributes().get(AttributeKey.stringKey("url.query"))));
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
