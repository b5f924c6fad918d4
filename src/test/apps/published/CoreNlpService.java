package published;

import edu.stanford.nlp.pipeline.StanfordCoreNLPServer;
import java.io.IOException;

/** Stanford CoreNLP's server. What the test asks for needs none of its models. */
final class CoreNlpService {
    public static void main(String[] arguments) throws IOException {
        var port = Ready.freePort();
        StanfordCoreNLPServer.main(new String[] {"-port", Integer.toString(port), "-quiet", "-annotators", "tokenize"});
        Ready.at(port);
    }
}
