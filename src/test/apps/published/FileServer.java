package published;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** Starts the JDK's own file server, which exists since JDK 18. */
final class FileServer {
    public static void main(String[] arguments) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = SimpleFileServer.createFileServer(address, files(), OutputLevel.VERBOSE);
        server.start();
        Ready.at(server.getAddress().getPort());
    }

    private static Path files() throws IOException {
        var root = Files.createTempDirectory("files").toRealPath();
        Files.createDirectory(root.resolve("folder"));
        Files.writeString(root.resolve("hello.txt"), "Hello, file\n");
        Files.writeString(root.resolve("large.txt"), "line\n".repeat(1_000_000));
        for (var file : new String[] {"hello.txt", "large.txt", "folder", ""}) {
            Files.setLastModifiedTime(root.resolve(file), FileTime.fromMillis(1_700_000_000_000L));
        }
        return root;
    }
}
