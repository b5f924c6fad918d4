/** The probe as a modular application: it requires the API and knows no provider. */
module embedded {
    requires jdk.httpserver;
}
