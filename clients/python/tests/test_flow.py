"""Real sockets: a reply that drips, one that breaks off, and no service at all."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from judgment import AsyncClient, Client, ConnectionError

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"


@pytest.fixture
def dripping() -> Iterator[str]:
    """The address of a service that sends a byte of its reply every 50 ms."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server, 100), daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


@pytest.fixture
def breaking() -> Iterator[str]:
    """The address of a service that closes the connection after two bytes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server, 2), daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


def serve(server: socket.socket, count: int) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=drip, args=(connection, count), daemon=True).start()


def drip(connection: socket.socket, count: int) -> None:
    with connection:
        connection.recv(65_536)
        try:
            connection.sendall(HEAD)
            for _ in range(count):
                connection.sendall(b" ")
                time.sleep(0.05)
        except OSError:
            return


def test_the_time_out_counts_until_the_last_byte(dripping: str) -> None:
    begun = time.monotonic()
    with Client(dripping, "jk_1", timeout=0.3, retries=0) as client, pytest.raises(ConnectionError, match="Timeout"):
        client.organization.read()
    assert time.monotonic() - begun < 3


async def test_so_does_that_of_the_client_for_asyncio(dripping: str) -> None:
    begun = time.monotonic()
    async with AsyncClient(dripping, "jk_1", timeout=0.3, retries=0) as client:
        with pytest.raises(ConnectionError, match="Timeout"):
            await client.organization.read()
    assert time.monotonic() - begun < 3


async def test_a_reply_that_breaks_off_is_no_reply(breaking: str) -> None:
    with Client(breaking, "jk_1", retries=0) as client, pytest.raises(ConnectionError) as caught:
        client.namespace("a").documents.upsert([{"id": "1"}])
    assert caught.value.outcome_unknown
    async with AsyncClient(breaking, "jk_1", retries=0) as later:
        with pytest.raises(ConnectionError):
            await later.organization.read()


def test_no_service_is_a_connection_error_that_names_no_key() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}/v1", "jk_secret", retries=0) as client, pytest.raises(ConnectionError) as caught:
        client.organization.read()
    assert "secret" not in f"{caught.value}{caught.value.__cause__!r}"
