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
 * What the objects of a server really retain for its clients, beside what its account of memory says. It follows all references from the
 * connections, but not into what the server had before a client came, nor into objects of the application or of the JDK that are no
 * containers. It needs nothing but Ringer, so that programs of {@code src/test/apps} can have it too.
 */
public final class RetainedMemory {
    /** What each connection may retain that is not counted, in bytes: its own objects, and what is too small to be counted. */
    private static final long PER_CONNECTION = 16 * 1024;

    /** What each exchange may retain that is not counted, in bytes. */
    private static final long PER_EXCHANGE = 8 * 1024;

    private static final int HEADER = 16;
    private static final int REFERENCE = 4;
    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final BufferedMemory memory;
    private final Set<Object> servers = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What was found at one moment: sizes in bytes. */
    public record Comparison(long counted, long retained, int connections, int exchanges) {
        /** Whether the account says enough. */
        public boolean holds() {
            return retained <= 2 * counted + PER_CONNECTION * connections + PER_EXCHANGE * exchanges;
        }
    }

    /** The one of a server that was started, and has no client yet. */
    public RetainedMemory(HttpServer server) {
        memory = memoryOf(server);
        Walk walk = new Walk(List.of());
        walk.follow(server);
        walk.follow(memory);
        servers.addAll(walk.met);
    }

    /** A server's account of what it keeps for clients. */
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
     * Demands that the account says enough of what there is. Whoever changes it meanwhile may be between two steps, so this looks again.
     *
     * @throws AssertionError if it says too little for long
     */
    public void assertCounted() {
        Deadlines.await(
                () -> "what is retained is counted: " + compare(),
                () -> compare().holds());
    }

    /** Looks at all connections that there are. */
    public Comparison compare() {
        long before = memory.taken();
        List<Object> connections = new ArrayList<>();
        for (Object holder : (Iterable<?>) value(field(BufferedMemory.class, "holders"), memory)) {
            boolean gone = ((dev.ringer.internal.protocol.Transport) holder).closed()
                    && ((dev.ringer.internal.protocol.Transport) holder)
                                    .memory()
                                    .bytes()
                            == 0;
            if (!gone) { // else its loop forgets it soon
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

    /** All that one object, and then another one, leads to. */
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
                    if (!(object instanceof LingeringClose && value instanceof byte[])) { // which is its protocol's
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
                return; // its thread is at it: whoever compares will look again
            }
            bytes += (long) (HEADER + REFERENCE) * present.length;
            for (Object element : present) {
                add(element);
            }
        }
    }

    /** Whether it serves all connections, also if it was made when the first of them came. */
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
