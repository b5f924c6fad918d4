package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.internal.bytes.BufferPool;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.LingeringClose;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.server.RingerHttpServer;
import dev.ringer.internal.server.RingerHttpsServer;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Compares the memory that a server's objects retain for its clients with the memory account. It follows all references
 * from the connections. It skips objects that the server had before its first client, objects of the application, and
 * objects of the JDK that are no containers. It uses only Ringer and the JDK, so programs in {@code src/test/apps} can
 * use it too.
 */
public final class RetainedMemory {
    /** The most bytes that each connection may retain uncounted: its own objects, and those too small to be counted. */
    private static final long PER_CONNECTION = 16 * 1024;

    /** The most bytes that each exchange may retain uncounted. */
    private static final long PER_EXCHANGE = 8 * 1024;

    private static final int HEADER = 16;
    private static final int REFERENCE = 4;
    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final BufferedMemory memory;
    private final Set<Object> servers = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The result of one comparison; the sizes are in bytes. */
    public record Comparison(long counted, long retained, int connections, int exchanges) {
        /** Returns whether the account counts enough of the retained bytes. */
        public boolean holds() {
            return retained <= 2 * counted + PER_CONNECTION * connections + PER_EXCHANGE * exchanges;
        }
    }

    /** Creates the comparison for a server that has been started and has no client yet. */
    public RetainedMemory(HttpServer server) {
        memory = memoryOf(server);
        Walk walk = new Walk(List.of());
        walk.follow(server);
        walk.follow(memory);
        servers.addAll(walk.met);
    }

    /** Returns a server's memory account. */
    public static BufferedMemory memoryOf(HttpServer server) {
        return server instanceof RingerHttpServer clear ? clear.memory() : ((RingerHttpsServer) server).memory();
    }

    /** Returns the size of an object of Ringer and of everything to which it refers, in bytes. */
    public static long bytesOf(Object object) {
        Walk walk = new Walk(List.of());
        walk.follow(object);
        return walk.bytes;
    }

    /**
     * Checks that the account counts enough of the retained bytes. Another thread may be in the middle of a change, so
     * this method repeats the check until it succeeds.
     *
     * @throws AssertionError if the account still counts too little after a long time
     */
    public void assertCounted() {
        Deadlines.await(
                () -> "what is retained is counted: " + compare(),
                () -> compare().holds());
    }

    /** Compares the account with the memory that all current connections retain. */
    public Comparison compare() {
        long before = memory.taken();
        List<Object> connections = new ArrayList<>();
        for (Object holder : (Iterable<?>) value(field(BufferedMemory.class, "holders"), memory)) {
            boolean gone = ((dev.ringer.internal.protocol.Transport) holder).closed()
                    && ((dev.ringer.internal.protocol.Transport) holder)
                                    .memory()
                                    .bytes()
                            == 0;
            if (!gone) { // the event loop soon removes a closed one
                connections.add(holder);
            }
        }
        Walk walk = new Walk(servers);
        connections.forEach(walk::follow);
        return new Comparison(Math.max(before, memory.taken()), walk.bytes, connections.size(), walk.exchanges);
    }

    private static Field field(Class<?> type, String name) {
        return fields(type).stream()
                .filter(field -> field.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    /** Visits all objects to which the given objects lead, and adds up their sizes. */
    private static final class Walk {
        private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Deque<Object> ahead = new ArrayDeque<>();
        private long bytes;
        private int exchanges;

        private Walk(Collection<Object> known) {
            met.addAll(known);
        }

        private void follow(Object from) {
            add(from);
            while (!ahead.isEmpty()) {
                Object next = ahead.remove();
                bytes += HEADER;
                visit(next);
            }
        }

        private void add(Object object) {
            if (object != null && !isForAll(object) && met.add(object)) {
                ahead.add(object);
            }
        }

        private void visit(Object object) {
            if (object.getClass().isArray()) {
                visitArray(object);
            } else if (isRingers(object.getClass())) {
                exchanges += object instanceof HttpStream ? 1 : 0;
                visitFields(object);
            } else if (object instanceof CharSequence text) {
                bytes += HEADER + text.length();
            } else if (object instanceof ByteBuffer buffer) {
                visitBuffer(buffer);
            } else if (object instanceof ByteArrayOutputStream out) {
                bytes += out.size();
            } else if (object instanceof AtomicReference<?> reference) {
                add(reference.get());
            } else if (object instanceof AtomicReferenceArray<?> array) {
                bytes += (long) REFERENCE * array.length();
                for (int i = 0; i < array.length(); i++) {
                    add(array.get(i));
                }
            } else if (object instanceof Collection<?> elements) {
                visitElements(elements);
            } else if (object instanceof Map<?, ?> map) {
                visitElements(map.keySet());
                visitElements(map.values());
            }
        }

        private void visitArray(Object array) {
            int length = Array.getLength(array);
            if (array instanceof Object[] elements) {
                bytes += (long) REFERENCE * length;
                for (Object element : elements) {
                    add(element);
                }
            } else {
                bytes += (long) sizeOf(array.getClass().getComponentType()) * length;
            }
        }

        private void visitFields(Object object) {
            for (Field field : fields(object.getClass())) {
                bytes += sizeOf(field.getType());
                if (!field.getType().isPrimitive()) {
                    Object value = value(field, object);
                    if (!(object instanceof LingeringClose && value instanceof byte[])) { // the loop's scratch buffer
                        add(value);
                    }
                }
            }
        }

        private void visitBuffer(ByteBuffer buffer) {
            bytes += 2 * HEADER;
            if (buffer.hasArray()) {
                add(buffer.array());
            } else {
                bytes += buffer.capacity();
            }
        }

        private void visitElements(Collection<?> elements) {
            Object[] present = {};
            try {
                present = elements.toArray();
            } catch (ConcurrentModificationException | ArrayIndexOutOfBoundsException | NullPointerException busy) {
                return; // another thread changes it: assertCounted() compares again
            }
            bytes += (long) (HEADER + REFERENCE) * present.length;
            for (Object element : present) {
                add(element);
            }
        }
    }

    /** Returns whether all connections share the object, even if it was created for the first of them. */
    private static boolean isForAll(Object object) {
        String name = object.getClass().getSimpleName();
        return object instanceof Enum<?>
                || object instanceof BufferPool<?>
                || object instanceof Protocol
                || name.endsWith("Shared")
                || name.equals("RequestReader")
                || name.equals("TlsBuffers");
    }

    private static boolean isRingers(Class<?> type) {
        return type.getName().startsWith("dev.ringer.")
                && type.getProtectionDomain().equals(BufferedMemory.class.getProtectionDomain());
    }

    private static List<Field> fields(Class<?> type) {
        return FIELDS.computeIfAbsent(type, RetainedMemory::lookUpFields);
    }

    private static List<Field> lookUpFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> part = type; part != null && isRingers(part); part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static int sizeOf(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        }
        if (type == int.class || type == float.class || !type.isPrimitive()) {
            return REFERENCE;
        }
        return type == short.class || type == char.class ? Short.BYTES : 1;
    }
}
