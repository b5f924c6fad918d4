package dev.ringer.internal.server;

import java.lang.module.ModuleDescriptor;

/** What the server calls itself towards its operator; clients are not told. */
final class ProductName {
    /** The name, with the version where the jar tells it. */
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
