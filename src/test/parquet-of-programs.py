"""Writes parquet-of-programs.ts: small Parquet files as other programs write them, with the values of their cells.

python3 -m pip install duckdb pyarrow polars; python3 src/test/parquet-of-programs.py > src/test/parquet-of-programs.ts
"""

import base64
import datetime as dt
import decimal
import io
import os
import tempfile
import textwrap
import uuid

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq

D = decimal.Decimal
FILES = {}


def of_duckdb(name, query, options=""):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file.parquet")
        connection = duckdb.connect()
        connection.execute("SET TimeZone = 'Europe/Berlin'")
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet{options})")
        with open(path, "rb") as file:
            FILES[name] = file.read()


def of_arrow(name, columns, **options):
    out = io.BytesIO()
    table = pa.Table.from_arrays([array for _, array in columns], names=[title for title, _ in columns])
    # The footer gets no Arrow schema, which only Arrow reads, and which is most of a small file.
    pq.write_table(table, out, store_schema=False, **options)
    FILES[name] = out.getvalue()


def of_polars(name, frame, compression="uncompressed"):
    out = io.BytesIO()
    frame.write_parquet(out, compression=compression, statistics=False)
    FILES[name] = out.getvalue()


DUCKDB_TYPES = """
SELECT * FROM (VALUES
  (19.99::DECIMAL(4,2), 19.99::DECIMAL(9,2), 1234567.8901::DECIMAL(18,4), -123456789012345678901234.5678::DECIMAL(38,4),
   -7::TINYINT, -700::SMALLINT, -70000::INTEGER, -7000000000::BIGINT, 200::UTINYINT, 60000::USMALLINT, 4000000000::UINTEGER,
   18000000000000000000::UBIGINT, 0.1::FLOAT, 0.1::DOUBLE, true, 'Ä "1"', DATE '2026-01-31', TIME '10:11:12.5',
   TIMESTAMP '2026-01-31 10:11:12.123456', TIMESTAMP_S '2026-01-31 10:11:12', TIMESTAMP_MS '2026-01-31 10:11:12.123',
   TIMESTAMP_NS '2026-01-31 10:11:12.123456789', TIMESTAMPTZ '2026-01-31 10:11:12.123456+01',
   '0f8fad5b-d9cb-469f-a165-70867728950e'::UUID, 'low'::ENUM('low', 'high'), '{"a": 1}'::JSON),
  (-5.00, -5.00, -0.0001, 0.0001, 7, 700, 70000, 7000000000, 0, 0, 0, 0, -1.5e10::FLOAT, -19.99::DOUBLE, false, '', DATE '0001-01-01',
   TIME '00:00:00', TIMESTAMP '1969-12-31 23:59:59.999999', TIMESTAMP_S '1969-12-31 23:59:59', TIMESTAMP_MS '1969-12-31 23:59:59.999',
   TIMESTAMP_NS '1969-12-31 23:59:59.999999999', TIMESTAMPTZ '1969-12-31 23:59:59.999999+00',
   'ffffffff-ffff-ffff-ffff-ffffffffffff', 'high', '[]'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
   NULL, NULL, NULL, NULL, NULL)
) AS t(dec4, dec9, dec18, dec38, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, truth, txt, dy, tm, mom, mom_s, mom_ms, mom_ns,
  mom_utc, id, enum_, js)
"""
# The second file repeats the rows so often that dictionaries are used. The third has the pages and encodings of Parquet version 2.
of_duckdb("duckdb", DUCKDB_TYPES)
of_duckdb("duckdb-dictionary", f"SELECT t.* FROM ({DUCKDB_TYPES}) AS t, range(20) AS r(n) ORDER BY n, i32 NULLS LAST")
of_duckdb("duckdb-v2", DUCKDB_TYPES, ", PARQUET_VERSION V2")

of_duckdb(
    "duckdb-beyond",
    """SELECT * FROM (VALUES
      ('A', DATE 'infinity', TIMESTAMP 'infinity', 1.25::DECIMAL(9,2)),
      ('B', DATE '-infinity', TIMESTAMP '-infinity', 2.25),
      ('C', DATE '12026-03-04', TIMESTAMP '12026-03-04 05:06:07.25', 3.25),
      ('D', DATE '0044-03-15 (BC)', TIMESTAMP '0044-03-15 (BC) 12:00:00', 4.25),
      ('E', DATE '5000000-01-01', TIMESTAMP '290000-01-01', 5.25),
      ('F', DATE '2026-12-31', TIMESTAMP '2026-12-31 00:00:00', 6.25)) AS t(key, dy, mom, price)""",
)
of_duckdb(
    "duckdb-nested",
    """SELECT {'price': 0.5000::DECIMAL(18,4), 'valid': DATE '2020-01-01'} AS item, [1.5::DECIMAL(18,6)] AS prices,
      MAP {'valid': 3} AS further, 12.34::DECIMAL(18,2) AS price, 1234::INTEGER AS valid, 'x' AS key,
      '\\xAA\\x00'::BLOB AS raw, INTERVAL 2 MONTH AS span""",
)

arrow_decimals = [
    (f"dec{width}", pa.array([D("19.99"), D("-5.00"), None], pa.decimal128(width, 2))) for width in (4, 9, 10, 18, 19, 38)
]
of_arrow(
    "arrow-decimals",
    [*arrow_decimals, ("dec76", pa.array([D("1e40") / 100, D("-5.00"), None], pa.decimal256(76, 2)))],
)
of_arrow("arrow-decimals-integers", arrow_decimals[:4], store_decimal_as_integer=True, data_page_version="2.0")
moment = dt.datetime(2026, 1, 31, 10, 11, 12, 123000)
before = dt.datetime(1969, 12, 31, 23, 59, 59, 999000)
of_arrow(
    "arrow-types",
    [
        *[
            (f"{unit}{'_utc' if zone else ''}", pa.array([moment, before, None], pa.timestamp(unit, tz=zone)))
            for unit in ("ms", "us", "ns")
            for zone in (None, "UTC")
        ],
        ("time_ms", pa.array([dt.time(10, 11, 12, 500000), dt.time(0), None], pa.time32("ms"))),
        ("time_us", pa.array([dt.time(10, 11, 12, 500001), dt.time(0), None], pa.time64("us"))),
        ("time_ns", pa.array([dt.time(10, 11, 12, 500001), dt.time(0), None], pa.time64("ns"))),
        ("dy", pa.array([dt.date(2026, 1, 31), dt.date(1, 1, 1), None], pa.date32())),
        ("u32", pa.array([4000000000, 0, None], pa.uint32())),
        ("u64", pa.array([18000000000000000000, 0, None], pa.uint64())),
        ("half", pa.array([1.5, -0.0999755859375, None], pa.float16())),
        ("f32", pa.array([19.99, float("nan"), None], pa.float32())),
        ("txt", pa.array(["a", "\u00e4", None], pa.string())),
        ("picked", pa.array(["a", "a", None], pa.string()).dictionary_encode()),
        ("unlabelled", pa.array([b"a", "\u00e4".encode(), None], pa.binary())),
        ("raw", pa.array([b"a", b"\xff\xfe", None], pa.binary())),
        ("none", pa.nulls(3)),
        ("truth", pa.array([True, False, None], pa.bool_())),
        ("list", pa.array([[1], [], None], pa.list_(pa.int32()))),
    ],
    compression="none",
    write_statistics=False,
)
of_arrow(
    "arrow-int96",
    [("mom", pa.array([moment, before, None], pa.timestamp("ns")))],
    use_deprecated_int96_timestamps=True,
)
for encoding, array in [
    ("DELTA_BINARY_PACKED", pa.array([-5, 2**31 - 1, None, 7], pa.int32())),
    ("DELTA_BINARY_PACKED", pa.array([-5, 2**63 - 1, None, 7], pa.int64())),
    ("DELTA_LENGTH_BYTE_ARRAY", pa.array(["ab", "abc", None, ""], pa.string())),
    ("DELTA_BYTE_ARRAY", pa.array(["ab", "abc", None, ""], pa.string())),
    ("BYTE_STREAM_SPLIT", pa.array([0.1, -19.99, None, 0], pa.float32())),
    ("BYTE_STREAM_SPLIT", pa.array([0.1, -19.99, None, 0], pa.float64())),
    ("RLE", pa.array([True, False, None, True], pa.bool_())),
]:
    for version in ("1.0", "2.0"):
        of_arrow(
            f"arrow-{encoding}-{array.type}-{version}",
            [("value", array)],
            use_dictionary=False,
            column_encoding={"value": encoding},
            data_page_version=version,
            compression="none",
            write_statistics=False,
        )
of_arrow(
    "arrow-twice",
    [("key", pa.array(["A"])), ("price", pa.array([D("1.50")], pa.decimal128(9, 2))), ("price", pa.array([dt.date(2026, 1, 31)]))],
)
of_polars(
    "polars",
    polars.DataFrame(
        {
            "dec": polars.Series([D("19.99"), D("-5.00"), None], dtype=polars.Decimal(18, 2)),
            "txt": ["a", "\u00e4", None],
            "picked": polars.Series(["a", "b", None], dtype=polars.Categorical),
            "dy": [dt.date(2026, 1, 31), dt.date(1969, 12, 31), None],
            "mom": polars.Series([moment, before, None], dtype=polars.Datetime("us")),
            "mom_utc": polars.Series([moment, before, None], dtype=polars.Datetime("ms", "UTC")),
            "tm": [dt.time(10, 11, 12, 500000), dt.time(0), None],
            "u8": polars.Series([200, 0, None], dtype=polars.UInt8),
            "f32": polars.Series([19.99, -0.1, None], dtype=polars.Float32),
            "truth": [True, False, None],
        }
    ),
)

of_polars("polars-lz4", polars.DataFrame({"key": ["a", "b"], "note": polars.Series([None, None], dtype=polars.String)}), "lz4")

print("/** Parquet files written by other programs, in base64. parquet-of-programs.py creates them and describes their content. */")
print("export const PARQUET_OF_PROGRAMS = {")
for name, content in FILES.items():
    print(f"  '{name}': [")
    for line in textwrap.wrap(base64.b64encode(content).decode(), 104):
        print(f"    '{line}',")
    print("  ].join(''),")
print("} as const;")
