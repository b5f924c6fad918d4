package dev.ringer.contract;

/** What a test does to a server. The stage records the results. */
@FunctionalInterface
interface Script {
    void play(Stage stage) throws Exception;
}
