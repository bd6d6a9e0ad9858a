"""Servers that do not outlive the tests that started them, even tests that were killed."""

LIFELINE = ["sh", "-c", 'exec 3<&0; (read -r _ <&3; kill -KILL 0) & exec "$@" </dev/null 3<&-', "sh"]
"""Stands before a command whose standard input is a pipe and whose session is its own: all of its session is
killed once the other end of the pipe is closed, and who held that end need not be alive to do so."""
