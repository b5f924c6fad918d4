package dev.ringer.options;

/** Knows the release of the running JDK. Some defaults follow the release, because applications were written for it. */
final class RunningJdk {
    private RunningJdk() {}

    static int feature() {
        return Runtime.version().feature();
    }
}
