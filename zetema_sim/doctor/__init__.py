"""The doctor: examines a strategy file before it spoils a run.

`watch.examine` starts a child process (`child`) and listens to it, so that an endless
loop or a crash is a finding and never a hang. The child plays the strategy at every
table (`tables`): whole matches in compiled play, as many as the time buys (`matches`),
and single decisions of some of them, played again and asked again (`looks`, `script`).
"""
