package dev.ringer.internal.server;

import dev.ringer.observe.ServerStatistics;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * Shows the statistics of a server as an MBean with one attribute for each method. All values have the types that every
 * JMX client knows: records are {@code CompositeData}, lists of records are arrays, and maps are {@code TabularData}. The
 * JDK itself converts records only from JDK 21 on.
 */
final class OpenStatistics implements DynamicMBean {
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("Address", "Address and port on which the server listens, or unix: and the path of its socket"),
            Map.entry("OpenConnections", "Open connections"),
            Map.entry("AcceptedConnections", "Connections opened by clients, including refused ones"),
            Map.entry("RefusedConnections", "Connections closed immediately because of a limit"),
            Map.entry("ReceivedBytes", "Bytes received, including heads, frames and TLS"),
            Map.entry("SentBytes", "Bytes sent, including heads, frames and TLS"),
            Map.entry("Responses", "Responses by protocol and status class"),
            Map.entry("ExchangesInProgress", "Exchanges in progress, excluding requests still waiting for a thread"),
            Map.entry("QueuedRequests", "Requests waiting for a thread to handle them"),
            Map.entry("AbortedExchanges", "Exchanges aborted before their response was complete"),
            Map.entry("Requests", "Durations and sizes of requests, by method, status, context and protocol"),
            Map.entry("RequestDurations", "Durations of all requests together, in seconds"),
            Map.entry("ActiveRequests", "Requests whose response is not yet complete, by URL scheme and method"),
            Map.entry("Violations", "Requests, streams and connections that broke a protocol rule, by rule"),
            Map.entry("Limits", "Exceeded time limits and refusals because of load, by limit"),
            Map.entry(
                    "BufferedMemory",
                    "Bytes of memory used to buffer client data, such as incomplete requests and unread responses"),
            Map.entry("MaxBufferedMemory", "Limit on the memory used to buffer client data, in bytes (0 = no limit)"),
            Map.entry("Evictions", "Connections and streams closed to free memory for other clients"),
            Map.entry("TlsHandshakes", "Completed TLS handshakes, including resumptions"),
            Map.entry("TlsResumptions", "TLS handshakes that resumed an earlier session"),
            Map.entry("TlsFailures", "Failed TLS handshakes that the server ended with an alert"),
            Map.entry("Loops", "Event loops"),
            Map.entry("LoopTurns", "Iterations of the event loops; in each, a loop waits for events and handles them"),
            Map.entry(
                    "LoopReliefs",
                    "Number of times a spare thread took over an event loop because a handler blocked it"),
            Map.entry(
                    "DroppedLogLines",
                    "Access log lines dropped because they could not be written fast enough, or at all"));

    private final ServerStatistics statistics;
    private final Map<String, Method> attributes = new TreeMap<>();

    OpenStatistics(ServerStatistics statistics) {
        this.statistics = statistics;
        for (Method method : ServerStatistics.class.getMethods()) {
            String name = method.getName();
            attributes.put(Character.toUpperCase(name.charAt(0)) + name.substring(1), method);
        }
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException, ReflectionException {
        Method method = attributes.get(name);
        if (method == null) {
            throw new AttributeNotFoundException(name);
        }
        try {
            return open(method.invoke(statistics));
        } catch (IllegalAccessException | OpenDataException e) {
            throw new ReflectionException(e);
        } catch (InvocationTargetException e) {
            throw new ReflectionException(e, e.getCause().toString());
        }
    }

    private static Object open(Object value) throws OpenDataException, ReflectionException {
        if (value instanceof Instant time) {
            return Date.from(time);
        }
        if (value instanceof Record record) {
            return composite(record);
        }
        if (value instanceof List<?> list) {
            CompositeData[] all = new CompositeData[list.size()];
            for (int i = 0; i < all.length; i++) {
                all[i] = composite((Record) list.get(i));
            }
            return all;
        }
        return value instanceof Map<?, ?> map ? tabular(map) : value;
    }

    private static CompositeData composite(Record record) throws OpenDataException, ReflectionException {
        RecordComponent[] components = record.getClass().getRecordComponents();
        String[] names = new String[components.length];
        OpenType<?>[] types = new OpenType<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            names[i] = components[i].getName();
            values[i] = open(value(components[i], record));
            types[i] = type(components[i].getType(), values[i]);
        }
        String name = record.getClass().getName();
        return new CompositeDataSupport(new CompositeType(name, name, names, names, types), names, values);
    }

    private static Object value(RecordComponent component, Record record) throws ReflectionException {
        try {
            return component.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new ReflectionException(e);
        }
    }

    /** Returns the type of a component of a record, whose converted value is given. */
    private static OpenType<?> type(Class<?> declared, Object value) throws OpenDataException {
        if (value instanceof CompositeData data) {
            return data.getCompositeType();
        }
        if (value instanceof CompositeData[] all) {
            return all.length > 0 ? ArrayType.getArrayType(all[0].getCompositeType()) : EMPTY_LIST;
        }
        if (declared.isArray()) {
            return ArrayType.getPrimitiveArrayType(declared);
        }
        return TYPES.get(declared);
    }

    private static final ArrayType<?> EMPTY_LIST = emptyList();

    private static final Map<Class<?>, SimpleType<?>> TYPES = Map.of(
            int.class, SimpleType.INTEGER,
            long.class, SimpleType.LONG,
            double.class, SimpleType.DOUBLE,
            String.class, SimpleType.STRING,
            Instant.class, SimpleType.DATE);

    /** Returns the type of a list of records that has no element, from which the type could be read. */
    private static ArrayType<?> emptyList() {
        try {
            String[] none = {"none"};
            return ArrayType.getArrayType(
                    new CompositeType("none", "none", none, none, new OpenType<?>[] {SimpleType.STRING}));
        } catch (OpenDataException e) {
            throw new AssertionError(e);
        }
    }

    /** Converts a map of counts by name, as the JDK does for MXBeans. */
    private static TabularDataSupport tabular(Map<?, ?> map) throws OpenDataException {
        String[] names = {"key", "value"};
        CompositeType row = new CompositeType(
                "entry", "entry", names, names, new OpenType<?>[] {SimpleType.STRING, SimpleType.LONG});
        TabularDataSupport table = new TabularDataSupport(new TabularType("map", "map", row, new String[] {"key"}));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            table.put(new CompositeDataSupport(row, names, new Object[] {entry.getKey(), entry.getValue()}));
        }
        return table;
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            try {
                list.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException | ReflectionException ignored) {
                // the contract of this method: the list lacks what cannot be read
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " is read-only");
    }

    @Override
    public AttributeList setAttributes(AttributeList all) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(action));
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] infos = attributes.entrySet().stream()
                .map(each -> new MBeanAttributeInfo(
                        each.getKey(),
                        shown(each.getValue().getReturnType()),
                        DESCRIPTIONS.get(each.getKey()),
                        true,
                        false,
                        false))
                .toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(OpenStatistics.class.getName(), "Statistics of a Ringer server", infos, null, null, null);
    }

    private static String shown(Class<?> type) {
        if (type.isRecord()) {
            return CompositeData.class.getName();
        }
        if (type == List.class) {
            return CompositeData[].class.getName();
        }
        return (type == Map.class ? TabularDataSupport.class : type).getName();
    }
}
