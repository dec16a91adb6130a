"""The doctor: examines a strategy file before it spoils a run.

`examine` starts a child process (`child`) and waits for it no longer than the limits
allow (`watch`), so that an endless loop or a crash is a finding and never a hang. The
child plays the strategy at every table (`tables`) in the reference engine, where it
looks over the shoulder of whoever asks it (`watcher`), and hands each decision to the
checks: a file each, all of the same shape (`check`). Then it plays whole matches in the
kernel (`kernel_play`).
"""
