package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that live for one request. */
@Tag("outer")
class CallbackIT {
    @Test
    void googleLoginReceiver() throws Exception {
        var program = Program.using("LoginCallback", "com.google.oauth-client:google-oauth-client-jetty:1.39.0");

        try (var both = Comparison.of(program)) {
            both.asks(get("/Callback?code=4%2Fsecret&scope=mail").answers(200, "Received verification code"));
            both.bothSay("CODE 4/secret");
        }
    }
}
