package reactive;

import dev.ringer.RequestBody;
import io.smallrye.mutiny.Multi;
import java.nio.ByteBuffer;

/** Receives a request body with Mutiny. */
public final class MutinyUpload {
    private MutinyUpload() {}

    public static void main(String[] args) throws Exception {
        Upload.run(exchange -> Multi.createFrom()
                .publisher(RequestBody.of(exchange))
                .onItem()
                .transform(ByteBuffer::remaining)
                .collect()
                .with(java.util.stream.Collectors.summingInt(Integer::intValue))
                .subscribe()
                .with(sum -> Upload.answer(exchange, sum), failure -> exchange.close()));
    }
}
