"""How tests start servers so that no server outlives the tests, even if those are killed."""

KILLED_WITH_PARENT = [
    "sh",
    "-c",
    'exec 3<&0; (read -r _ <&3; kill -KILL 0) & exec "$@" </dev/null 3<&-',
    "sh",
]
"""A prefix for a command that is started with a pipe as standard input and in its own session.

When the other end of the pipe is closed, which also happens when the process that holds it is killed, the
whole session is killed.
"""
