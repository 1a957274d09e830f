"""Runs a command and reports the wall and CPU seconds of its whole process tree. Linux only.

python3 measure.py REPORT TIMEOUT COMMAND [ARGUMENT...]

The CPU seconds are the kernel's own sum: this process is the subreaper, so even a process whose parent has died is
waited for here, and its time counts.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36

report, timeout, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
started = time.monotonic()
main = os.fork()
if main == 0:
    # In a process group of its own, so that Ctrl-C does not end this process, which must report.
    os.setpgid(0, 0)
    os.execvp(command[0], command)
for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda *_: os.killpg(main, signal.SIGKILL))
signal.alarm(timeout)
figures = {}
while True:
    try:
        pid, status = os.waitpid(-1, 0)
    except ChildProcessError:
        break
    if pid == main:
        figures = {"wallSeconds": time.monotonic() - started, "exitCode": os.waitstatus_to_exitcode(status)}
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
figures["cpuSeconds"] = usage.ru_utime + usage.ru_stime
with open(report, "w") as file:
    json.dump(figures, file)
