package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;

/** Reads a form with one file, which it stores in the directory that its argument names. */
final class StoredFileMain {
    private StoredFileMain() {}

    public static void main(String[] arguments) throws IOException {
        byte[] body =
                new MultipartWriter("B").part("f", "f", Bodies.latin("content")).end();
        FormOptions options = FormOptions.builder()
                .directory(Path.of(arguments[0]))
                .fileThresholdBytes(0)
                .build();
        try (Form form = Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options)) {
            System.out.println("stored " + !form.file("f").inMemory());
        }
    }
}
