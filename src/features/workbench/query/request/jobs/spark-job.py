#!/usr/bin/env python3
"""Reads a snapshot of prices into files with Spark, and opens them as a table. Executors read parts of it, by the key of
the snapshot.

Stopped or interrupted, it continues where it was when it is started again.

    export PRICES_USER='your user name' PRICES_PASSWORD='your password'    (or wait to be asked)
    spark-submit this-file.py

PRICES_OUTPUT    folder of the files and their manifest; driver and executors have to see it under the same path
PRICES_TABLE     saves the rows as a table of this name, too
PRICES_SNAPSHOT  new takes a new snapshot of the query; a key reads that one
PRICES_CALLS     calls at the same time, of all executors together (4)
PRICES_FORMAT    csv or parquet; without it, Parquet where pyarrow is installed
PRICES_CA_FILE   certificate authority of the service, if the system does not know it
PRICES_GZIP      0 asks for uncompressed pages: faster in a fast network

The password stays in the driver. Executors get an access token with each part; a new one when it expires.
"""

from concurrent.futures import Executor, ThreadPoolExecutor

from pyspark.sql import SparkSession

# --- shared ---


class SparkExecutor(Executor):
    """Runs each task as a separate Spark job, so that the driver decides which part is next, and with which token."""

    def __init__(self, context, tasks_at_once):
        self._context = context
        self._threads = ThreadPoolExecutor(tasks_at_once)

    def submit(self, task, *arguments):
        return self._threads.submit(self._run, task, arguments)

    def shutdown(self, *options, **more_options):
        self._threads.shutdown(*options, **more_options)

    def _run(self, task, arguments):
        [outcome] = self._context.parallelize([arguments], 1).map(lambda each: task(*each)).collect()
        return outcome


def table_schema(columns):
    """Returns the columns in Spark's notation. Numbers are exact; dates stay as the service sent them."""
    return ", ".join(f"{quoted(name)} {table_type(*rest)}" for name, *rest in columns)


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def table_type(kind, digits, decimals):
    if kind == "number" and digits is not None and digits <= 38:
        return f"DECIMAL({digits},{decimals or 0})"
    return "BOOLEAN" if kind == "boolean" else "STRING"


def open_table(spark, folder):
    """Returns the files as a table. A text may contain line breaks."""
    header, *_ = read_manifest(folder / "manifest.jsonl")
    if header["format"] == "parquet":
        return spark.read.parquet(str(folder / "part-*.parquet"))
    reader = spark.read.schema(table_schema(header["columns"]))
    options = {"header": True, "multiLine": True, "escape": '"', "mode": "FAILFAST"}
    return reader.options(**options).csv(str(folder / "part-*.csv"))


def main():
    calls_at_once = int(os.environ.get("PRICES_CALLS", "4"))
    spark = SparkSession.builder.appName("prices").getOrCreate()
    try:
        with SparkExecutor(spark.sparkContext, calls_at_once) as executor:
            run(executor, calls_at_once)
        prices = open_table(spark, Path(os.environ.get("PRICES_OUTPUT", OUTPUT)).resolve())
        prices.createOrReplaceTempView("prices")
        prices.printSchema()
        if os.environ.get("PRICES_TABLE"):
            prices.write.saveAsTable(os.environ["PRICES_TABLE"])
    finally:
        spark.stop()


if __name__ == "__main__":
    started(main)
