package reactive;

import dev.ringer.RequestBody;
import java.nio.ByteBuffer;
import reactor.adapter.JdkFlowAdapter;

/** Receives a request body with Reactor. */
public final class ReactorUpload {
    private ReactorUpload() {}

    public static void main(String[] args) throws Exception {
        Upload.run(exchange -> JdkFlowAdapter.flowPublisherToFlux(RequestBody.of(exchange))
                .limitRate(2)
                .map(ByteBuffer::remaining)
                .reduce(0, Integer::sum)
                .subscribe(sum -> Upload.answer(exchange, sum), failure -> exchange.close()));
    }
}
