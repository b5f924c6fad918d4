package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests servers that read natural language. */
@Tag("outer")
@Timeout(300) // both load much
class LanguageIT {
    @Test
    void stanfordCoreNlp() throws Exception {
        var program = Program.using("CoreNlpService", "edu.stanford.nlp:stanford-corenlp:4.5.10");
        var asJson = "/?properties=%7B%22annotators%22%3A%22tokenize%22%2C%22outputFormat%22%3A%22json%22%7D";

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/ping").answers(200, "pong"),
                    get("/live").answers(200, "live"),
                    of("POST", asJson, "Hello world. Bye.").answers(200, "\"originalText\": \"Hello\""),
                    of("POST", asJson, "x ".repeat(60_000)).answers(400, "too long"),
                    of("POST", "/tokensregex?pattern=Hello", "Hello world."),
                    get("/corenlp-brat.css").answers(200, "min-height"),
                    of("HEAD", "/corenlp-brat.css", ""),
                    get("/shutdown?key=wrong").answers(200, "Invalid shutdown key"));
        }
    }

    @Test
    void languageTool() throws Exception {
        var program = Program.using(
                "GrammarService", "org.languagetool:languagetool-server:6.6", "org.languagetool:language-eo:6.6");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/v2/languages").answers(200, "Esperanto"),
                    of("POST", "/v2/check", "language=eo&text=Mi+estas+bona+bona+homo.")
                            .with("Content-Type", "application/x-www-form-urlencoded")
                            .answers(200, "\"matches\":[{"),
                    get("/v2/check?language=eo&text=Saluton%20%C4%89iuj").answers(200, "\"matches\":["),
                    get("/v2/healthcheck").answers(200, "OK"),
                    get("/v2/nothing").answers(404, "Unsupported action"),
                    get("/").answers(400, "Missing arguments"));
        }
    }
}
