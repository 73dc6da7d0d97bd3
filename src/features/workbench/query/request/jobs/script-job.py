#!/usr/bin/env python3
"""Reads a snapshot of prices on one computer, page by page, into files. It needs Python 3.8 or later and no packages.

Stopped or interrupted, it continues where it was when it is started again.

    export PRICES_USER='your user name' PRICES_PASSWORD='your password'    (or wait to be asked)
    python3 this-file.py

PRICES_OUTPUT    folder of the files and their manifest
PRICES_SNAPSHOT  new takes a new snapshot of the query; a key reads that one
PRICES_CALLS     calls at the same time (4)
PRICES_FORMAT    csv or parquet; without it, Parquet where pyarrow is installed
PRICES_CA_FILE   certificate authority of the service, if the system does not know it
PRICES_GZIP      0 asks for uncompressed pages: faster in a fast network
"""

from concurrent.futures import ThreadPoolExecutor

# --- shared ---


def main():
    calls_at_once = int(os.environ.get("PRICES_CALLS", "4"))
    with ThreadPoolExecutor(calls_at_once) as executor:
        run(executor, calls_at_once)


if __name__ == "__main__":
    started(main)
