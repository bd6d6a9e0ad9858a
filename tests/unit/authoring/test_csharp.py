"""C# programs that are checked outside of the jail, as those of the bank are."""

from webdev_certs.authoring.execution.csharp import CSharp
from webdev_certs.authoring.execution.programs import Program


def test_programs_that_are_longer_than_a_pipe_holds_are_run():
    comment = f"// {'x' * 500_000}\n"
    programs = [Program(str(n), f"{comment}Console.WriteLine({n});", "csharp") for n in range(10)]
    outputs = list(CSharp().run(programs))
    assert [(output.stdout, output.failure) for output in outputs] == [(f"{n}\n", "") for n in range(10)]
