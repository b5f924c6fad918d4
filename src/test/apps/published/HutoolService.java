package published;

import cn.hutool.http.server.SimpleServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;

final class HutoolService {
    public static void main(String[] arguments) {
        var server = new SimpleServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.addAction("/query", (request, response) -> response.write("color " + request.getParam("color")))
                .addAction(
                        "/echo",
                        (request, response) -> response.setHeader("X-Method", request.getMethod())
                                .write(request.getBody(), "text/plain"))
                .addAction("/upload", (request, response) -> {
                    var file = request.getMultipart().getFile("file");
                    response.write(file.getFileName() + " has " + file.getFileContent().length + " bytes");
                })
                .addAction(
                        "/cookie",
                        (request, response) ->
                                response.write(request.getCookie("session").getValue()))
                .addAction("/missing", (request, response) -> response.send404("nothing here"))
                .start();
        Ready.at(server.getAddress().getPort());
    }
}
