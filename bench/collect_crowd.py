"""People who take part in a collection, simulated: what they send is what the pages' forms send.

They write at their own pace, click twice, lose their connection, leave in the middle and come back,
or never do. All of them run in one thread, on plain sockets: the site has to be measured, not they.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlencode

#: How likely each thing is, for each caption that somebody begins.
DOUBLE_CLICK, LOST, AWAY, GONE = 0.03, 0.03, 0.01, 0.002
_PATIENCE = 60.0
_AGAIN_SECONDS = 5.0

#: Words that sentences are made of.
_WORDS = {
    "things": (
        "dog cat horse bird boat train bus child woman man farmer baker sailor bicycle kite "
        "tractor lamp bench bridge fountain statue market basket umbrella ladder window "
        "guitar suitcase sheep goat parrot elephant camel donkey lizard turtle piano violin "
        "drum wagon canoe ferry tram truck"
    ),
    "kinds": (
        "small large red blue green yellow old young wooden metal striped spotted shiny dusty "
        "wet dry tall short round narrow bright dark quiet crowded broken painted empty heavy "
        "light soft brown"
    ),
    "does": (
        "stands sits lies waits rests leans moves turns climbs floats hangs slides rolls "
        "drifts jumps walks runs sleeps looks bends stretches swings spins balances crouches "
        "kneels"
    ),
    "where": (
        "beside behind near above below under opposite against across along around before beyond"
    ),
    "places": (
        "river street kitchen garden field beach harbour station forest meadow courtyard "
        "staircase balcony workshop library stable orchard canal square hillside doorway "
        "fireplace corridor playground rooftop warehouse vineyard chapel tunnel jetty cottage "
        "barn"
    ),
}
_THINGS, _KINDS, _DOES, _WHERE, _PLACES = (words.split() for words in _WORDS.values())


def caption(chance: random.Random) -> str:
    """A sentence that hardly anybody else writes."""
    thing, other = chance.sample(_THINGS, 2)
    kinds = chance.sample(_KINDS, 4)
    place, further = chance.sample(_PLACES, 2)
    parts = [
        f"A {kinds[0]} {thing} {chance.choice(_DOES)} {chance.choice(_WHERE)} a {kinds[1]} {place}",
        f"while a {kinds[2]} {other} {chance.choice(_DOES)} {chance.choice(_WHERE)} the {kinds[3]} "
        f"{further}",
    ]
    if chance.random() < 0.5:
        parts[1] = f"with a {kinds[2]} {other} {chance.choice(_WHERE)} the {kinds[3]} {further}"
    return " ".join(parts) + "."


@dataclass
class Reply:
    """What came back."""

    status: int
    headers: dict[str, list[str]]
    text: str

    @property
    def location(self) -> str:
        """Where it leads on to."""
        return self.headers.get("location", [""])[0]


@dataclass
class Crowd:
    """Everybody together, and what was seen."""

    port: int
    slug: str
    invitation: str
    #: Seconds from one caption to the next, on average.
    pace: float
    seed: int
    #: Said by whoever looks at the database.
    is_over: bool = False
    requests: int = 0
    next_seconds: list[float] = field(default_factory=list)
    post_seconds: list[float] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    #: By task: what the site said that it has taken.
    acknowledged: dict[int, str] = field(default_factory=dict)

    async def run(self, people: int) -> None:
        """Have everybody take part until it is over."""
        async with asyncio.TaskGroup() as together:
            for number in range(people):
                together.create_task(Worker(self, number).work())


class Broken(Exception):  # noqa: N818 - it is what happened, and is lived with
    """No reply, or only half of one."""


class Connection:
    """A connection that is kept open over a few requests, as browsers do."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def send(
        self, method: str, path: str, cookies: dict[str, str], form: dict[str, str] | None = None
    ) -> None:
        body = urlencode(form).encode() if form is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._crowd.port}"]
        lines += ["Accept: text/html", "Accept-Encoding: identity"]
        if cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={cookies[name]}" for name in cookies))
        if form is not None:
            lines += ["Content-Type: application/x-www-form-urlencoded"]
            lines += [
                f"Content-Length: {len(body)}",
                f"Origin: http://127.0.0.1:{self._crowd.port}",
            ]
        try:
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(
                    "127.0.0.1", self._crowd.port, limit=1 << 20
                )
            self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            await self._writer.drain()
        except OSError as error:
            self.close()
            raise Broken(str(error)) from None
        self._crowd.requests += 1

    async def reply(self) -> Reply:
        assert self._reader is not None
        try:
            async with asyncio.timeout(_PATIENCE):
                head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                headers: dict[str, list[str]] = {}
                for line in head[1:]:
                    name, _, value = line.partition(":")
                    headers.setdefault(name.lower(), []).append(value.strip())
                body = await self._body(headers)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.close()
            raise Broken(repr(error)) from None
        if headers.get("connection", [""])[0].lower() == "close":
            self.close()
        return Reply(int(head[0].split()[1]), headers, body.decode())

    async def _body(self, headers: dict[str, list[str]]) -> bytes:
        assert self._reader is not None
        if "content-length" in headers:
            return await self._reader.readexactly(int(headers["content-length"][0]))
        pieces = []
        while size := int((await self._reader.readline()).strip() or b"0", 16):
            pieces.append(await self._reader.readexactly(size))
            await self._reader.readexactly(2)
        await self._reader.readline()
        return b"".join(pieces)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class Worker:
    """Somebody who takes part, by the link or from a platform."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd, self._number = crowd, number
        self._chance = random.Random(f"{crowd.seed}/{number}")
        self._cookies: dict[str, str] = {}
        self._connection = Connection(crowd)
        self._below = f"/c/{crowd.slug}/"
        self._is_from_platform = number % 2 == 0

    async def work(self) -> None:
        """Come, write, and go when there is nothing left to do for anybody."""
        # Not all of them come in the same moment.
        await asyncio.sleep(self._chance.uniform(0, 4 * self._crowd.pace))
        while not self._crowd.is_over:
            try:
                if not await self._one_caption():
                    return
            except Broken:
                # As somebody does who sees that a page does not load.
                self._crowd.counted["connections that broke"] += 1
                await asyncio.sleep(self._chance.uniform(0.5, 2.0))
            finally:
                self._connection.close()

    async def _one_caption(self) -> bool:
        """From one page to the next; False for who is gone for good."""
        if "cutline_annotator" not in self._cookies:
            await self._join()
        start = time.perf_counter()
        page = await self._asked("GET", f"{self._below}task/")
        seconds = time.perf_counter() - start
        found = re.search(r"/task/(\d+)/answer/", page.text)
        if page.status != 200 or found is None:
            # Nothing to do: others have it all. What they leave over comes back.
            self._crowd.counted["times that nothing was left"] += 1
            await asyncio.sleep(self._chance.uniform(1, 2) * _AGAIN_SECONDS)
            return True
        self._crowd.next_seconds.append(seconds)
        self._connection.close()
        await asyncio.sleep(min(self._chance.expovariate(1 / self._crowd.pace), 40.0))
        what = self._chance.random()
        if what < GONE:
            self._crowd.counted["gone for good"] += 1
            return False
        if what < GONE + AWAY:
            self._crowd.counted["gone for a while"] += 1
            await asyncio.sleep(self._chance.uniform(5, 90))
            if self._is_from_platform:
                self._cookies.clear()  # another browser: the platform's link says who it is
            return True
        form = {"csrfmiddlewaretoken": _token(page.text), "text": caption(self._chance)}
        await self._answer(int(found[1]), form)
        return True

    async def _answer(self, task: int, form: dict[str, str]) -> None:
        path = f"{self._below}task/{task}/answer/"
        what = self._chance.random()
        if what < DOUBLE_CLICK:
            await self._twice(path, form)
        elif what < DOUBLE_CLICK + LOST:
            self._crowd.counted["replies that were not read"] += 1
            await self._connection.send("POST", path, self._cookies, form)
            await asyncio.sleep(self._chance.choice((0.0, 0.005, 0.05)))
            self._connection.close()
        while not self._crowd.is_over:
            try:
                reply = await self._posted(path, form)
            except Broken:
                self._crowd.counted["connections that broke"] += 1
                await asyncio.sleep(self._chance.uniform(0.5, 2.0))
                continue
            if reply.status != 422:
                break
            seen = re.search(r'name="anyway" value="(\w+)"', reply.text)
            # A warning is let stand by who has seen it; a problem needs another sentence.
            self._crowd.counted["captions that were warned of or refused"] += 1
            form = form | ({"anyway": seen[1]} if seen else {"text": caption(self._chance)})
        else:
            return
        if reply.status == 302:
            self._crowd.acknowledged[task] = form["text"]
        else:
            self._crowd.counted[f"answers with the status {reply.status}"] += 1

    async def _posted(self, path: str, form: dict[str, str]) -> Reply:
        start = time.perf_counter()
        reply = await self._asked("POST", path, form)
        self._crowd.post_seconds.append(time.perf_counter() - start)
        return reply

    async def _twice(self, path: str, form: dict[str, str]) -> None:
        """The same form at the same moment, by two connections."""
        self._crowd.counted["double clicks"] += 1
        both = Connection(self._crowd), Connection(self._crowd)
        try:
            for connection in both:
                await connection.send("POST", path, self._cookies, form)
            for connection in both:
                await connection.reply()
        finally:
            for connection in both:
                connection.close()

    async def _join(self) -> None:
        path = f"{self._below}join/{self._crowd.invitation}/"
        if self._is_from_platform:
            query = {"PROLIFIC_PID": f"worker-{self._number}", "STUDY_ID": "s", "SESSION_ID": "t"}
            path = f"{self._below}from/prolific/?{urlencode(query)}"
        page = await self._asked("GET", path)
        form = {"csrfmiddlewaretoken": _token(page.text)}
        reply = await self._asked("POST", path, form)
        if reply.status != 302:
            raise SystemExit(f"joining was answered with {reply.status}:\n{reply.text[:2000]}")

    async def _asked(self, method: str, path: str, form: dict[str, str] | None = None) -> Reply:
        await self._connection.send(method, path, self._cookies, form)
        reply = await self._connection.reply()
        if reply.status >= 500:
            self._crowd.counted[f"answers with the status {reply.status}"] += 1
            raise Broken(f"status {reply.status}")
        for cookie in reply.headers.get("set-cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return reply


def _token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    if found is None:
        raise SystemExit(f"a page has no form:\n{page[:2000]}")
    return found[1]
