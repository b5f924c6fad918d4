/** An application that requires the JDK's API and knows no provider. */
module consumer {
    requires jdk.httpserver;
}
