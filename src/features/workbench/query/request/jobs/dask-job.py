#!/usr/bin/env python3
"""Reads a snapshot of prices into files with a Dask cluster. Every worker reads parts of it, by the key of the snapshot.

Stopped or interrupted, it continues where it was when it is started again.

    pip install distributed                                                (Debian: python3-distributed)
    export PRICES_USER='your user name' PRICES_PASSWORD='your password'    (or wait to be asked)
    python3 this-file.py

DASK_SCHEDULER_ADDRESS  the cluster; without it, worker processes on this computer
PRICES_WORKERS   how many of those (2)
PRICES_OUTPUT    folder of the files and their manifest; the workers have to see it under the same path
PRICES_SNAPSHOT  new takes a new snapshot of the query; a key reads that one
PRICES_CALLS     calls at the same time, of all workers together (4)
PRICES_FORMAT    csv or parquet; without it, Parquet where pyarrow is installed
PRICES_CA_FILE   certificate authority of the service, if the system does not know it
PRICES_GZIP      0 asks for uncompressed pages: faster in a fast network

The password stays in this process. Workers get an access token with each part; a new one when it expires.
Afterwards, with every digit: dask.dataframe.read_csv("…/part-*.csv", dtype=str, keep_default_na=False)
"""

import tempfile

from distributed import Client, LocalCluster

# --- shared ---


def main():
    calls_at_once = int(os.environ.get("PRICES_CALLS", "4"))
    address = os.environ.get("DASK_SCHEDULER_ADDRESS")
    if address is not None:
        with Client(address) as client:
            run(client.get_executor(pure=False), calls_at_once)
        return
    workers = int(os.environ.get("PRICES_WORKERS", "2"))
    # Each worker has several threads, so that one writes while another one waits for the service.
    threads = -(-calls_at_once // workers)
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        dashboard_address=None,
        local_directory=tempfile.gettempdir(),
    ) as cluster, Client(cluster) as client:
        run(client.get_executor(pure=False), calls_at_once)


# The condition is needed, because the worker processes import this file, too.
if __name__ == "__main__":
    started(main)
