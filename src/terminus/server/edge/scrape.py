"""Shows the figures at `/metrics` to whoever runs the server.

They are for this machine alone, or for who knows the token. Behind a proxy every request comes from this
machine: so there, and wherever a request looks as if a proxy had passed it on, the token is the only way.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

from ...rules.errors import Sentence
from ..errors import Trouble
from ..metrics import Metrics
from .addresses import is_host
from .forwarded import header
from .middleware import Scope, Send

METRICS = "/metrics"
TOKEN = "TERMINUS_METRICS_TOKEN"
SHORTEST = 16  # characters of a token
PASSED_ON = (b"forwarded", b"via", b"x-forwarded-", b"x-real-ip")  # how headers begin that proxies write


def read_token(text: str) -> str:
    """The token, or none; refuses one that can be guessed."""
    if text and (len(text) < SHORTEST or not text.isascii() or not text.isprintable() or " " in text):
        raise Trouble(
            Sentence(
                "{variable} must have {count} characters or more, without spaces",
                variable=TOKEN,
                count=SHORTEST,
            )
        )
    return text


class Scrape:
    def __init__(self, metrics: Metrics, token: str, proxied: bool) -> None:
        self._metrics, self._token, self._proxied = metrics, token, proxied

    async def __call__(self, scope: Scope, send: Send) -> None:
        status, kind, body = 404, "text/plain; charset=utf-8", b""
        if self._may_see(scope) and scope["method"] in ("GET", "HEAD"):
            encode, kind = _encoder(next(iter(header(scope, b"accept")), ""))
            status, body = 200, encode(self._metrics.registry)
        headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})

    def _may_see(self, scope: Scope) -> bool:
        told = next(iter(header(scope, b"authorization")), "")
        if self._token and hmac.compare_digest(told.encode(), f"Bearer {self._token}".encode()):
            return True
        return not self._proxied and _comes_from_here(scope)


def _encoder(wished: str) -> tuple[Callable[[CollectorRegistry], bytes], str]:
    """How the figures are written as somebody wishes; the usual way for a version that is no number."""
    try:
        return choose_encoder(wished)
    except TypeError:
        return choose_encoder("")


def _comes_from_here(scope: Scope) -> bool:
    """Whether a program on this machine asks, by an address of this machine, with nobody in between."""
    client, host = scope.get("client"), next(iter(header(scope, b"host")), "")
    return (
        client is not None
        and not any(name.startswith(PASSED_ON) for name, _ in scope["headers"])
        and _is_here(client[0])
        and is_host(host)
        and _is_here(urlsplit(f"//{host}").hostname or "")
    )


def _is_here(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost"
    inner = getattr(address, "ipv4_mapped", None) or address
    return bool(inner.is_loopback)
