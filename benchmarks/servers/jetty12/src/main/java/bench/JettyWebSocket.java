package bench;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/** Sends back what comes, from the buffer in which it lies; or sends it to everybody. */
public final class JettyWebSocket implements Session.Listener.AutoDemanding {
    private static final Set<Session> EVERYBODY = ConcurrentHashMap.newKeySet();

    private final boolean toAll;
    private Session session;

    private JettyWebSocket(boolean toAll) {
        this.toAll = toAll;
    }

    static Handler before(Handler handler, Server server) {
        WebSocketUpgradeHandler upgrades = WebSocketUpgradeHandler.from(server, container -> {
            container.addMapping("/ws/echo", (rq, rs, callback) -> new JettyWebSocket(false));
            container.addMapping("/ws/all", (rq, rs, callback) -> new JettyWebSocket(true));
        });
        upgrades.setHandler(handler);
        return upgrades;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        if (toAll) {
            EVERYBODY.add(opened);
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer message, Callback callback) {
        if (!toAll) {
            session.sendBinary(message, callback);
            return;
        }
        ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message).flip();
        callback.succeed();
        EVERYBODY.forEach(other -> other.sendBinary(copy.duplicate(), Callback.NOOP));
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        EVERYBODY.remove(session);
        callback.succeed();
    }
}
