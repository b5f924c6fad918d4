"""Drives Server.java with Python's clients. Each argument is the name of a case; prints a line for each."""

import socket
import sys
import threading


def refused_uploads_with_httpx(port):
    """A client with a pool sends its next request after an upload that was refused unread."""
    import httpx

    with httpx.Client() as client:
        for n in range(60):
            refused = client.post(f"http://127.0.0.1:{port}/refuse", content=bytes(300_000))
            assert refused.status_code == 413, refused
            assert client.get(f"http://127.0.0.1:{port}/ok").text == "/ok", n


def refused_uploads_with_requests(port):
    import requests

    with requests.Session() as session:
        for n in range(60):
            refused = session.post(f"http://127.0.0.1:{port}/refuse", data=bytes(65_536))
            assert refused.status_code == 413, refused
            assert session.get(f"http://127.0.0.1:{port}/ok").text == "/ok", n


def events_with_sseclient(port):
    """A heartbeat is no event."""
    import sseclient

    seen = []
    for event in sseclient.SSEClient(f"http://127.0.0.1:{port}/events"):
        seen.append((event.id, event.data))
        if event.data == "last":
            break
    assert seen == [("1", "first"), ("2", "last")], seen


def events_with_httpx_sse(port):
    import httpx
    from httpx_sse import connect_sse

    with httpx.Client() as client, connect_sse(client, "GET", f"http://127.0.0.1:{port}/events") as source:
        seen = [(event.id, event.data) for event in source.iter_sse()]
    assert seen == [("1", "first"), ("2", "last")], seen


def burst_with_h2(port):
    """400 requests with content before the first read: the client cannot know the server's limit on streams yet."""
    import h2.config
    import h2.connection
    import h2.events

    connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True))
    connection.initiate_connection()
    streams = []
    for _ in range(400):
        stream = connection.get_next_available_stream_id()
        connection.send_headers(
            stream,
            [(":method", "POST"), (":path", "/read"), (":scheme", "http"), (":authority", "127.0.0.1")],
        )
        streams.append(stream)
    for stream in streams:
        connection.send_data(stream, b"hello", end_stream=True)
    answered, refused = set(), set()
    with socket.create_connection(("127.0.0.1", port), timeout=30) as sock:
        sender = threading.Thread(target=sock.sendall, args=(connection.data_to_send(),))
        sender.start()
        while len(answered) + len(refused) < 400:
            data = sock.recv(65_536)
            assert data, f"the server closed the connection after {len(answered)} answers and {len(refused)} refusals"
            for event in connection.receive_data(data):
                assert not isinstance(event, h2.events.ConnectionTerminated), event
                if isinstance(event, h2.events.StreamEnded):
                    answered.add(event.stream_id)
                elif isinstance(event, h2.events.StreamReset):
                    assert event.error_code == 7, event  # REFUSED_STREAM: the client may repeat the request
                    refused.add(event.stream_id)
        sender.join()
        assert len(answered) >= 128, len(answered)


def quiet_grpc(port):
    """A stream in both directions rests for longer than an upload may stall."""
    import grpc

    def messages():
        yield b"one"
        rested.wait(5)
        yield b"two"

    rested = threading.Event()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        talk = channel.stream_stream("/test.Chat/Talk")(messages(), timeout=60)
        assert next(talk) == b"one"
        assert next(talk) == b"two"
        assert list(talk) == []
        assert talk.code() == grpc.StatusCode.OK, talk.code()


if __name__ == "__main__":
    for name in sys.argv[2:]:
        globals()[name](int(sys.argv[1]))
        print("ok", name)
