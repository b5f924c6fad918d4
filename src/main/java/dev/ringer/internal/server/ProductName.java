package dev.ringer.internal.server;

import java.lang.module.ModuleDescriptor;

/** The name of the server for its operator. The server never sends it to clients. */
final class ProductName {
    /** The name, with the version if the jar contains it. */
    static final String TEXT = "Ringer" + version();

    private ProductName() {}

    private static String version() {
        ModuleDescriptor module = ProductName.class.getModule().getDescriptor();
        String version = module != null
                ? module.rawVersion().orElse(null)
                : ProductName.class.getPackage().getImplementationVersion();
        return version == null ? "" : " " + version;
    }
}
