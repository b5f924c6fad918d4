"""Talks to dev.ringer.websocket.EchoServer with Python's websockets; exits with 0 if all is well."""

import asyncio
import ssl
import sys

import websockets
from websockets.asyncio.client import connect


async def talk(uri, **options):
    async with connect(uri, max_size=None, **options) as socket:
        for message in ["", "Grüß Gott ☂ 😀", "x" * 125, "y" * 126, "z" * 65536, "abc" * 500_000]:
            await socket.send(message)
            assert await socket.recv() == message, "text of %d" % len(message)
        for size in [0, 1, 125, 126, 65535, 65536, 3_000_000]:
            message = bytes(i & 255 for i in range(size))
            await socket.send(message)
            assert await socket.recv() == message, "%d octets" % size
        await socket.send(["one ", "message ", "in ", "fragments"])
        assert await socket.recv() == "one message in fragments"
        await asyncio.wait_for(await socket.ping(b"are you there?"), 5)
        for i in range(1000):
            await socket.send("message %d" % i)
        for i in range(1000):
            assert await socket.recv() == "message %d" % i
        await socket.close(4001, "done")
        assert socket.close_code == 4001, socket.close_code
        return socket.protocol.extensions


async def main(uri):
    trust = {}
    if uri.startswith("wss:"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        trust = {"ssl": context}
    compressed = await talk(uri, **trust)
    assert [type(extension).__name__ for extension in compressed] == ["PerMessageDeflate"], compressed
    plain = await talk(uri, compression=None, **trust)
    assert not plain, plain
    await asyncio.gather(*(talk(uri, **trust) for _ in range(10)))
    print(uri, "is well with websockets", websockets.__version__)


asyncio.run(main(sys.argv[1]))
