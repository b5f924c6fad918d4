/** The probe as a modular application: it requires the API and names no provider. */
module embedded {
    requires jdk.httpserver;
}
