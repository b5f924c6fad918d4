package dev.ringer.internal.exchange;

import java.io.IOException;

/** The reason why a request body could not be stored on the disk, which is not the client's fault. */
final class StorageFailure extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates the exception. {@code cause} is the failure of the disk; null if only the limit of all files is reached. */
    StorageFailure(String message, IOException cause) {
        super(message, cause);
    }

    int status() {
        return getCause() == null ? 503 : 507;
    }
}
