package dev.ringer.dropin;

import static dev.ringer.dropin.Request.get;
import static dev.ringer.dropin.Request.of;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests servers that stop after one request. */
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

    @Test
    void microsoftLogin() throws Exception {
        var program = Program.using("MicrosoftLogin", "com.microsoft.azure:msal4j:1.23.1");

        try (var both = Comparison.of(program)) {
            both.asks(of("POST", "/", "code=secret&state=unknown")
                    .with("Content-Type", "application/x-www-form-urlencoded")
                    .answers(200, "you are in"));
            both.bothSay("FAILED");
        }
    }

    @Test
    void databricksLogin() throws Exception {
        var program = Program.using("DatabricksLogin", "com.databricks:databricks-sdk-java:0.141.0");

        try (var both = Comparison.of(program)) {
            both.asks(
                    get("/?code=secret&state=state").answers(200, "OAuth Login Successful"),
                    get("/?error=access_denied&error_description=no").answers(200, "<html>"));
        }
    }
}
