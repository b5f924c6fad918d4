package dev.ringer.internal.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks that a thread which the whole process shares keeps nothing of the code that needed it first. */
class DaemonThreadsTest {
    private static final InheritableThreadLocal<String> LOCAL = new InheritableThreadLocal<>();

    private final DaemonThreads threads = new DaemonThreads("test", 1);

    @Test
    void inheritNothing() throws Exception {
        Thread.currentThread().setContextClassLoader(new ClassLoader() {});
        LOCAL.set("mine");
        try {
            assertThat(threads.submit(() -> Thread.currentThread().getContextClassLoader())
                            .get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isSameAs(ClassLoader.getSystemClassLoader());
            assertThat(threads.submit((Callable<String>) LOCAL::get)
                            .get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isNull();
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
            LOCAL.remove();
        }
    }

    @Test
    void doNotRetainTheLoaderOfThePluginThatStartedThem() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        WeakReference<ClassLoader> plugin = runPlugin(() -> thread.complete(Thread.currentThread()));
        Thread started = thread.get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);

        Deadlines.await("collected", () -> {
            System.gc();
            threads.execute(() -> {}); // keeps the thread alive
            return plugin.get() == null;
        });
        assertThat(started.isAlive()).isTrue();
    }

    /** Runs code of a new loader that makes the pool start its thread. The loader is the context class loader, too. */
    private WeakReference<ClassLoader> runPlugin(Runnable task) throws Exception {
        PluginLoader loader = new PluginLoader();
        @SuppressWarnings("unchecked")
        Consumer<Executor> plugin = (Consumer<Executor>)
                loader.loadClass(Plugin.class.getName()).getConstructor().newInstance();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            plugin.accept(ignored -> threads.execute(task));
        } finally {
            Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
        }
        return new WeakReference<>(loader);
    }

    /** Code that an application server loads and drops. */
    public static final class Plugin implements Consumer<Executor> {
        @Override
        public void accept(Executor executor) {
            executor.execute(null);
        }
    }

    private static final class PluginLoader extends ClassLoader {
        PluginLoader() {
            super(DaemonThreadsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Plugin.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = Plugin.class.getResourceAsStream("DaemonThreadsTest$Plugin.class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(null, null, this, null));
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
