"""Runs a command and reports the CPU and wall seconds of its whole process tree, and each process. Linux only.

python3 measure.py REPORT TIMEOUT COMMAND [ARGUMENT...]

The CPU seconds are the kernel's own sum: this process is the subreaper, so even a process whose parent has died is
waited for here, and its time counts. The memory and the CPU seconds of each process are read every 20 ms, so they
lack what happens in its last 20 ms.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
INTERVAL = 0.02
TICKS = os.sysconf("SC_CLK_TCK")


def pids():
    return {int(name) for name in os.listdir("/proc") if name.isdigit()}


def text(pid, name):
    with open(f"/proc/{pid}/{name}") as file:
        return file.read()


class Tree:
    """The processes below this one."""

    def __init__(self):
        self.strangers = pids()
        self.processes = {}
        self.peak = 0

    def look(self):
        together = 0
        for pid in sorted(pids() - self.strangers):
            try:
                stat = text(pid, "stat").rpartition(")")[2].split()
                if int(stat[1]) != os.getpid() and int(stat[1]) not in self.processes and pid not in self.processes:
                    continue
                process = self.processes.setdefault(pid, {"memory": 0})
                process["cpu"] = (int(stat[11]) + int(stat[12])) / TICKS
                memory = dict(line.split(":", 1) for line in text(pid, "status").splitlines())
                # A process that ends has no memory any more.
                if "VmHWM" in memory:
                    process["command"] = text(pid, "cmdline").split("\0")[:-1]
                    process["memory"] = int(memory["VmHWM"].split()[0]) / 1024
                    together += int(memory["VmRSS"].split()[0]) / 1024
            except (FileNotFoundError, ProcessLookupError):
                pass
        self.peak = max(self.peak, together)

    def watch(self):
        while True:
            self.look()
            time.sleep(INTERVAL)


report, timeout, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
tree = Tree()
started = time.monotonic()
main = os.fork()
if main == 0:
    # In a process group of its own, so that Ctrl-C does not end this process, which must report.
    os.setpgid(0, 0)
    os.execvp(command[0], command)
for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda *_: os.killpg(main, signal.SIGKILL))
signal.alarm(timeout)
threading.Thread(target=tree.watch, daemon=True).start()
figures = {}
while True:
    try:
        pid, status = os.waitpid(-1, 0)
    except ChildProcessError:
        break
    if pid == main:
        figures = {"wall": time.monotonic() - started, "exitCode": os.waitstatus_to_exitcode(status)}
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
figures["cpu"] = usage.ru_utime + usage.ru_stime
figures["memory"] = tree.peak
figures["processes"] = list(tree.processes.values())
with open(report, "w") as file:
    json.dump(figures, file)
