package dev.ringer.internal.jfr;

import dev.ringer.internal.observe.ConnectionRecord;
import dev.ringer.internal.observe.EventRecorder;
import dev.ringer.internal.observe.HandshakeResult;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.RequestRecord;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;

/**
 * Passes events to the Flight Recorder. If no recording wants a type of event, an event of this type costs only the
 * reading of one or two fields.
 */
final class FlightRecorderEvents extends EventRecorder {
    private final EventType requests = typeOf(RequestEvent.class);
    private final EventType connections = typeOf(ConnectionEvent.class);
    private final EventType handshakes = typeOf(HandshakeEvent.class);
    private final EventType reliefs = typeOf(LoopReliefEvent.class);
    private final EventType refusals = typeOf(RefusalEvent.class);
    private final EventType timeLimits = typeOf(TimeLimitEvent.class);
    private final EventType shedLoad = typeOf(ShedLoadEvent.class);

    private FlightRecorderEvents() {}

    /**
     * Registers all types of events, and makes this class the recorder of the process. Without the early registration,
     * the first thread with an event of some type would have to register the type.
     */
    static void install() {
        EventRecorder.install(new FlightRecorderEvents());
    }

    private static EventType typeOf(Class<? extends Event> kind) {
        FlightRecorder.register(kind);
        return EventType.getEventType(kind);
    }

    @Override
    public RequestRecord beginRequest() {
        return requests.isEnabled() ? new RequestRecord(new RequestEvent()) : null;
    }

    @Override
    public ConnectionRecord beginConnection() {
        return connections.isEnabled() ? new ConnectionRecord(new ConnectionEvent()) : null;
    }

    @Override
    public Consumer<HandshakeResult> beginHandshake() {
        return handshakes.isEnabled() ? new HandshakeEvent() : null;
    }

    @Override
    public Runnable beginRelief(Thread loopThread, boolean waiting) {
        return reliefs.isEnabled() ? new LoopReliefEvent(loopThread, waiting) : null;
    }

    @Override
    public void counted(Enum<?> cause, InetSocketAddress client) {
        if (!(cause instanceof Limit limit)) {
            if (refusals.isEnabled()) {
                new RefusalEvent(cause.name(), client).commit();
            }
        } else if (limit.isTime()) {
            if (timeLimits.isEnabled()) {
                new TimeLimitEvent(cause.name(), client).commit();
            }
        } else if (shedLoad.isEnabled()) {
            new ShedLoadEvent(cause.name(), client).commit();
        }
    }
}
