package dev.ringer.contract;

/** What a test does to a server; the stage notes what comes of it. */
@FunctionalInterface
interface Script {
    void play(Stage stage) throws Exception;
}
