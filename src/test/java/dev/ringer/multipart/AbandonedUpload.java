package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;

/** A program that keeps an uploaded file in a directory. When its input ends, the program halts as in a crash. */
final class AbandonedUpload {
    private AbandonedUpload() {}

    public static void main(String[] arguments) throws IOException {
        byte[] body = new MultipartWriter("B").part("f", "f", new byte[1000]).end();
        FormOptions options = FormOptions.builder()
                .directory(Path.of(arguments[0]))
                .fileThresholdBytes(0)
                .build();
        Form form = Form.read(new ByteArrayInputStream(body), Bodies.TYPE, options);
        System.out.println("keeps " + form.file("f").size());
        while (System.in.read() >= 0 && form.file("f") != null) {
            // waits for the end of the input
        }
        Runtime.getRuntime().halt(1);
    }
}
