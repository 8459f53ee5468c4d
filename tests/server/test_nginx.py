"""nginx with TLS in front of the server, with the very settings that docs/operations.md gives."""

import asyncio
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.server.live import Player, best, free_port
from tests.server.processes import process
from websockets.asyncio.client import ClientConnection, connect

from terminus.boards import shipped_document, write_document
from terminus.server.edge.drawings import LARGEST

NAME = "play.example"
DOCUMENT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
TOOLS = Path(__file__).parents[2] / "tools"
FOUND: list[str] = re.findall(r"```nginx\n(.*?)```", DOCUMENT, re.DOTALL)
ALONE, SEVERAL = FOUND
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
AROUND = """
daemon off;
user root;
pid {folder}/pid;
error_log {folder}/errors warn;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {settings}
}}
"""


@contextmanager
def server(port: int, database: str, limits: str = "off") -> Iterator["subprocess.Popen[str]"]:
    """As /etc/terminus.env would have it."""
    with process(
        port, database, TERMINUS_BEHIND_PROXY="1", TERMINUS_HOSTS=NAME, TERMINUS_LIMITS=limits
    ) as running:
        yield running


def put(settings: str, places: dict[str, str]) -> str:
    """The document's settings with this machine's ports and files; each place must be there."""
    for place, here in places.items():
        assert place in settings, f"{place} is not in docs/operations.md"
        settings = settings.replace(place, here)
    return settings


def for_several() -> str:
    """The settings of one machine with what the document changes for several."""
    upstream, changes = SEVERAL.split("…\n")
    return upstream + put(ALONE, {"        proxy_pass http://127.0.0.1:8000;\n": changes})


class Browser(Player):
    """Somebody who knows the server by its name and trusts its certificate."""

    def __init__(self, port: int, certificate: Path) -> None:
        super().__init__(port)
        self.tls = ssl.create_default_context(cafile=certificate)
        self.tls.check_hostname = False  # its name leads here only in this test
        address = f"https://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=address, headers={"host": NAME}, verify=self.tls)

    async def connected(self, path: str, headers: dict[str, str]) -> ClientConnection:
        headers = {**headers, "origin": f"https://{NAME}"}
        address, here = f"wss://{NAME}{path}", ("127.0.0.1", self.port)
        return await connect(address, additional_headers=headers, ssl=self.tls, host=here[0], port=here[1])


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Signed by itself, with its key beside it."""
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME}"
    files = f"-addext subjectAltName=DNS:{NAME} -out certificate.pem -keyout key.pem"
    subprocess.run(f"{command} {files}".split(), cwd=tmp_path, check=True, capture_output=True)
    return tmp_path / "certificate.pem"


@contextmanager
def nginx(settings: str, folder: Path, certificate: Path) -> Iterator[int]:
    """In front at a port, with these settings."""
    if NGINX is None:
        pytest.skip("NO NGINX on this machine: its settings were only read")
    port = free_port()
    here = put(
        settings,
        {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "/etc/ssl/play.example.pem": str(certificate),
            "/etc/ssl/play.example.key": str(folder / "key.pem"),
            "/var/log/nginx/error.log": str(folder / "errors"),
        },
    )
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, settings=here))
    with subprocess.Popen([NGINX, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE, text=True) as running:
        try:
            _wait_for(port, running)
            yield port
        finally:
            running.terminate()


def _wait_for(port: int, running: "subprocess.Popen[str]") -> None:
    for _ in range(300):
        assert running.poll() is None, running.stderr and running.stderr.read()
        try:
            httpx.get(f"https://127.0.0.1:{port}/", verify=False)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx does not come up")


async def turns(count: int, players: Sequence[Player]) -> None:
    for _ in range(count):
        for player in players:
            await player.asked()
            await player.turn(best)


async def test_behind_tls_all_is_secure(sqlite_url: str, tmp_path: Path, certificate: Path) -> None:
    port = free_port()
    settings = put(ALONE, {"http://127.0.0.1:8000": f"http://127.0.0.1:{port}"})
    with (
        server(port, sqlite_url, "codes=10,3/600"),
        nginx(settings, tmp_path, certificate) as front,
    ):
        host, guest = Browser(front, certificate), Browser(front, certificate)
        first = await host.http.get("/")
        assert first.headers["set-cookie"].startswith("__Host-terminus=")
        assert "; Secure" in first.headers["set-cookie"]
        assert first.headers["strict-transport-security"]
        assert (await host.http.get("/health")).status_code == 404
        game = (await host.post("/api/games", {"board": "london", "open": 1}))["game"]
        assert f'content="https://{NAME}/g/{game}' in (await guest.http.get(f"/g/{game}")).text
        await guest.post(f"/api/games/{game}/join", {"name": "Guest"})
        for player in (host, guest):
            await player.sit(game)
        await host.ok(start=True)
        await turns(2, (host, guest))
        elsewhere = await host.http.post("/api/games", json={}, headers={"origin": "https://evil.example"})
        assert elsewhere.status_code == 403
        wrong_name = await host.http.get("/api/levels", headers={"host": "evil.example"})
        assert wrong_name.status_code == 421
        await _limits_count_the_browser(host)
        await _nothing_is_pretended(host)
        large = await host.http.post("/api/games", content=b"x" * 70_000)
        assert (large.status_code, large.json()["error"]["message"]) == (413, "That is too long.")
        await _a_large_file_comes_through(host)
        for player in (host, guest):
            await player.close()


async def _limits_count_the_browser(player: Player) -> None:
    """Whatever somebody says of where they come from: nginx knows better."""
    answers = []
    for number in range(5):
        player.http.cookies.clear()  # a newcomer each time
        pretended = {"x-forwarded-for": f"10.1.1.{number}", "x-forwarded-proto": "http"}
        answer = await player.http.get("/api/codes/ZZZZZ", headers=pretended)
        answers.append(answer.status_code)
        assert "; Secure" in answer.headers["set-cookie"]
    assert answers == [404] * 3 + [429] * 2


async def _a_large_file_comes_through(player: Player) -> None:
    """Of a board, with all the words that somebody wrote beside its figures."""
    text = write_document(shipped_document("london")) + f"# {'x' * 98}\n" * 1000
    found = await player.post("/api/boards/read", {"text": text}, 200)
    assert found["document"]["name"] == shipped_document("london")["name"]


def test_nginx_takes_whatever_the_server_takes() -> None:
    [most] = re.findall(r"client_max_body_size (\d+)k;", ALONE)
    assert int(most) * 1024 > 2 * LARGEST


async def _nothing_is_pretended(player: Player) -> None:
    """Whatever a browser writes that a proxy may: nginx has written it itself."""
    pretended = {"x-forwarded-host": "evil.example", "x-request-id": "invented"}
    answer = await player.http.get("/", headers=pretended)
    assert (answer.status_code, "evil.example" in answer.text) == (200, False)
    assert f'content="https://{NAME}/"' in answer.text
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])


def test_all_that_is_believed_of_a_proxy_is_written_by_nginx() -> None:
    """In the document, and in the settings of `make cluster`: what it leaves out comes from the browser."""
    for settings in (ALONE, (TOOLS / "cluster.sh").read_text("utf-8")):
        written = set(re.findall(r"proxy_set_header (\S+) ", settings))
        assert {
            "Host",
            *(f"X-Forwarded-{what}" for what in ("For", "Host", "Proto")),
            "X-Request-ID",
        } <= written


def test_no_address_is_in_a_log_of_nginx(tmp_path: Path, certificate: Path) -> None:
    """Private links are secrets, also while the server behind it is away."""
    settings = put(ALONE, {"http://127.0.0.1:8000": f"http://127.0.0.1:{free_port()}"})
    with nginx(settings, tmp_path, certificate) as front:
        address = f"https://127.0.0.1:{front}/s/the-key-of-a-seat"
        assert httpx.get(address, headers={"host": NAME}, verify=False).status_code == 502
    assert "the-key-of-a-seat" not in (tmp_path / "errors").read_text()


async def test_of_several_one_may_end(postgres_url: str, tmp_path: Path, certificate: Path) -> None:
    """Whoever was there is at the other one, and nobody is answered that it is not there."""
    ports = [free_port(), free_port()]
    machines = zip(("10.0.0.11:8000", "10.0.0.12:8000"), ports, strict=True)
    settings = put(for_several(), {there: f"127.0.0.1:{port}" for there, port in machines})
    with ExitStack() as stack:
        servers = [stack.enter_context(server(port, postgres_url)) for port in ports]
        front = stack.enter_context(nginx(settings, tmp_path, certificate))
        alone = Browser(front, certificate)
        game = (await alone.post("/api/games", {"board": "london"}))["game"]
        await alone.sit(game)
        await alone.ok(start=True)
        await turns(1, [alone])
        servers[0].send_signal(signal.SIGTERM)
        for _ in range(40):
            await alone.get(f"/api/games/{game}")
            await asyncio.sleep(0.02)
        await alone.leave_socket()
        await alone.sit(game)
        await turns(2, [alone])
        await alone.close()
