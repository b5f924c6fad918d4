package dev.ringer.internal.http1;

/** A connection that is nothing but its lending, used as {@link Http1Connection} uses it. */
final class LentConnection {
    private final Lending lending = new Lending();
    private volatile boolean task; // of the loop, asked for by the application
    private int releases; // what is held belongs to the owner
    private int tasksRun; // the loop's

    LentConnection(boolean watched) {
        lending.lend(watched);
    }

    /** The application ends its exchange. */
    void end() {
        if (!lending.tryReturn()) {
            task = true;
        }
    }

    /** The loop sees input. */
    void receive() {
        lending.noteInput();
    }

    /** The loop hears that the connection has been closed. */
    void close() {
        if (!lending.noteClosed()) {
            releases++;
        }
    }

    /** The loop does what it was asked to do, if it was. */
    void runTask() {
        if (task) {
            task = false;
            tasksRun++;
            if (!lending.takeBack()) {
                releases++;
            }
        }
    }

    /** How often what it holds was released. For the arbiter. */
    int releases() {
        return releases;
    }

    /** How often the loop had to take it back. For the arbiter. */
    int tasksRun() {
        return tasksRun;
    }
}
