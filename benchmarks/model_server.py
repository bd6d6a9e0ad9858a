"""`python -m benchmarks.model_server PORT` serves `llmock` as a language model that writes at a steady pace.

It prints the time (`time.monotonic`) at which it sends the first word of each answer, one a line.
"""

import sys
import time

import uvicorn
from llmock.chaos import ChaosSettings, StreamChaos
from llmock.main import create_app
from llmock.scenarios import Reply
from starlette.types import Message, Receive, Scope, Send

WORD_SECONDS = 0.1
SENTENCE = "A state variable keeps its value between two renders [1]. "
ANSWER = SENTENCE * 30
_WORD = b'"delta":{"content":"'


def main(port: int) -> None:
    """Serve until the process ends."""
    pace = StreamChaos(chunk_delay_ms=int(1000 * WORD_SECONDS))
    model = create_app(chaos=ChaosSettings(), stream_chaos=pace)
    model.state.llmock.scenarios.add(Reply(text=ANSWER, times=None))

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        is_first = True

        async def note(message: Message) -> None:
            nonlocal is_first
            if is_first and _WORD in message.get("body", b""):
                is_first = False
                print(time.monotonic(), flush=True)
            await send(message)

        await model(scope, receive, note)

    uvicorn.run(noting, host="127.0.0.1", port=port, log_level="error", lifespan="off")


if __name__ == "__main__":
    main(int(sys.argv[1]))
