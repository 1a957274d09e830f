"""Runs a command and reports the time and memory of its whole process tree.

python3 measure.py REPORT TIMEOUT COMMAND [ARGUMENT...]

REPORT gets JSON: wall and CPU seconds, the exit code, and each process with its command line, peak memory and CPU
seconds. The CPU seconds of the tree are the kernel's own sum: this process is the subreaper, so even a process whose
parent has died is waited for here, and its time counts. Linux only.
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
SAMPLE_SECONDS = 0.05
ORPHAN_SECONDS = 10
TICK = os.sysconf("SC_CLK_TCK")


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def children(pid):
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return [int(child) for thread in threads for child in read(f"/proc/{pid}/task/{thread}/children").split()]


def descendants():
    found, waiting = [], children(os.getpid())
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting.extend(children(pid))
    return found


class Sampler(threading.Thread):
    """Records what can be read only while a process lives: its command, peak memory, and CPU seconds so far."""

    def __init__(self):
        super().__init__(daemon=True)
        self.seen = {}
        self.ended = threading.Event()

    def run(self):
        while not self.ended.wait(SAMPLE_SECONDS):
            for pid in descendants():
                self.note(pid)

    def note(self, pid):
        status = read(f"/proc/{pid}/status")
        peak = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
        if peak is None:
            return
        # Read in each sample, because a process keeps its pid when it executes another program.
        command = read(f"/proc/{pid}/cmdline").rstrip("\0").split("\0")
        fields = read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        if fields:
            cpu = (int(fields[11]) + int(fields[12])) / TICK
            self.seen[pid] = {"command": command, "peakBytes": int(peak) * 1024, "cpuSeconds": cpu}


def kill_descendants():
    for pid in descendants():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def wait_for(pid):
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == pid:
            return os.waitstatus_to_exitcode(status)


def wait_for_orphans():
    """Kills the remaining processes after ORPHAN_SECONDS. Returns whether none had to be killed."""
    end = time.monotonic() + ORPHAN_SECONDS
    killed = False
    while True:
        try:
            ended, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return not killed
        if ended == 0:
            if time.monotonic() > end:
                kill_descendants()
                killed = True
            time.sleep(0.005)


def main():
    report, timeout, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    sampler = Sampler()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.execvp(command[0], command)
    # Ctrl-C also reaches the command. This process must survive it, to wait for the command and report.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: kill_descendants())
    timer = threading.Timer(timeout, kill_descendants)
    timer.daemon = True
    timer.start()
    sampler.start()
    code = wait_for(pid)
    wall = time.monotonic() - started
    timed_out = not timer.is_alive()
    timer.cancel()
    clean = wait_for_orphans()
    sampler.ended.set()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(report, "w") as file:
        json.dump(
            {
                "wallSeconds": wall,
                "cpuSeconds": usage.ru_utime + usage.ru_stime,
                "exitCode": code,
                "timedOut": timed_out,
                "leftProcesses": not clean,
                "processes": list(sampler.seen.values()),
            },
            file,
        )


main()
