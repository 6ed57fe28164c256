# One line a policy: kind/name stands for builtin/kind/name.cpp, which defines PolicyEntry kind_name().
queue/fcfs
queue/sjf
queue/ljf
queue/priority
queue/easy-backfill
queue/conservative-backfill
queue/replay
placement/first-fit
placement/best-fit
placement/worst-fit
placement/pack-node
placement/random
predictor/requested
predictor/oracle
predictor/last-two
predictor/constant
