package dev.ringer.multipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.commons.fileupload2.core.AbstractFileUpload;
import org.apache.commons.fileupload2.core.DiskFileItem;
import org.apache.commons.fileupload2.core.DiskFileItemFactory;
import org.apache.commons.fileupload2.core.FileItemInput;
import org.apache.commons.fileupload2.core.FileItemInputIterator;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.apache.commons.fileupload2.core.RequestContext;
import org.openjdk.jmh.infra.Blackhole;

/** Apache Commons FileUpload 2, as its API is meant to be used. */
final class CommonsPeer {
    private CommonsPeer() {}

    /** The low-level reader, with a buffer as large as the other parsers' pieces. */
    static InputStream stream(byte[] body, String boundary) throws IOException {
        MultipartInput input = MultipartInput.builder()
                .setInputStream(new ByteArrayInputStream(body))
                .setBoundary(boundary.getBytes(StandardCharsets.ISO_8859_1))
                .setBufferSize(BenchmarkBodies.PIECE)
                .get();
        input.skipPreamble();
        input.readHeaders();
        return input.newInputStream();
    }

    static List<DiskFileItem> collect(byte[] body, String contentType) throws IOException {
        return new Upload().parseRequest((RequestContext) new Body(body, contentType));
    }

    static void collect(byte[] body, String contentType, Blackhole hole) throws IOException {
        for (DiskFileItem item : collect(body, contentType)) {
            hole.consume(item.getFieldName());
            hole.consume(item.isFormField() ? item.getString(StandardCharsets.UTF_8) : item.getInputStream());
        }
    }

    static void iterate(byte[] body, String contentType, Blackhole hole) throws IOException {
        FileItemInputIterator items = new Upload().getItemIterator((RequestContext) new Body(body, contentType));
        while (items.hasNext()) {
            FileItemInput item = items.next();
            hole.consume(item.getFieldName());
            byte[] bytes = item.getInputStream().readAllBytes();
            hole.consume(item.isFormField() ? new String(bytes, StandardCharsets.UTF_8) : bytes);
        }
    }

    private record Body(byte[] bytes, String contentType) implements RequestContext {
        @Override
        public String getCharacterEncoding() {
            return "UTF-8";
        }

        @Override
        public long getContentLength() {
            return bytes.length;
        }

        @Override
        public String getContentType() {
            return contentType;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public boolean isMultipartRelated() {
            return false;
        }
    }

    /** The upload without a servlet; only what a {@link RequestContext} needs. */
    private static final class Upload extends AbstractFileUpload<Body, DiskFileItem, DiskFileItemFactory> {
        Upload() {
            setFileItemFactory(
                    DiskFileItemFactory.builder().setThreshold(64 << 20).get());
        }

        @Override
        public FileItemInputIterator getItemIterator(Body body) throws IOException {
            return getItemIterator((RequestContext) body);
        }

        @Override
        public Map<String, List<DiskFileItem>> parseParameterMap(Body body) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<DiskFileItem> parseRequest(Body body) {
            throw new UnsupportedOperationException();
        }
    }
}
