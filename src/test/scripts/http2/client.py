"""httpx (over h2) against the example: prints one line for what went well, or fails.

  client.py ADDRESS CERTIFICATE
"""
import asyncio
import os
import ssl
import sys

import httpx

AT_ONCE = 200


async def main(root, certificate):
    trust = ssl.create_default_context(cafile=certificate)
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(http1=False, http2=True, verify=trust, limits=limits, base_url=root, timeout=30) as client:
        page = await client.get("/api/request?a=%2F")
        assert page.http_version == "HTTP/2" and page.status_code == 200, page
        assert page.json()["target"] == "/api/request?a=%2F" and page.json()["protocol"] == "HTTP/2.0", page.text

        upload = os.urandom(3_000_001)
        echo = await client.post("/upload/echo", content=upload)
        assert echo.content == upload, len(echo.content)

        loaded = await client.get("/download?size=10M")  # read to its end: httpx does not reset what it leaves
        assert len(loaded.content) == 10 << 20

        answers = await asyncio.gather(*(client.get("/api/request?i=%d." % i) for i in range(AT_ONCE)))
        assert [a.json()["target"] for a in answers] == ["/api/request?i=%d." % i for i in range(AT_ONCE)]
        print("well", page.http_version)


asyncio.run(main(*sys.argv[1:]))
