package published;

/** Only waits: an agent brings the server. */
final class NothingOfItsOwn {
    public static void main(String[] arguments) {
        Ready.at(Integer.getInteger("agent.port"));
    }
}
