package published;

/** For agents that bring the server: this program only waits. */
final class NothingOfItsOwn {
    public static void main(String[] arguments) {
        Ready.at(Integer.getInteger("agent.port"));
    }
}
