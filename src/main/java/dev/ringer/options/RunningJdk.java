package dev.ringer.options;

/** The release of the JDK that runs this code: some defaults follow it, because applications were written for it. */
final class RunningJdk {
    private RunningJdk() {}

    static int feature() {
        return Runtime.version().feature();
    }
}
