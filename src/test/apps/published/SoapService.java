package published;

import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;

@WebService
public class SoapService {
    @WebMethod
    public int add(int left, int right) {
        return left + right;
    }

    @WebMethod
    public String refuse(String reason) {
        throw new IllegalArgumentException(reason);
    }

    public static void main(String[] arguments) {
        var port = Ready.freePort();
        Endpoint.publish("http://localhost:" + port + "/calculator", new SoapService());
        Ready.at(port);
    }
}
