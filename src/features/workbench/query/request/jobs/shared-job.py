import csv
import email.utils
import getpass
import gzip
import hashlib
import http.client
import io
import itertools
import json
import operator
import os
import random
import re
import ssl
import struct
import sys
import time
import urllib.parse
import urllib.request
import uuid
import zlib
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, wait
from decimal import Decimal
from pathlib import Path

# --- settings ---

# How long a call may fail before the job gives up. The job continues where it stopped when it is started again.
PATIENCE_S = float(os.environ.get("PRICES_PATIENCE_S", "900"))
# If the token of a part is refused this often, the job ends.
MOST_REFUSALS = 5
# The approximate number of keys that are compared at once, so that the comparison fits in memory.
KEYS_PER_GROUP = 4_000_000
KEY_BYTES = 16


class JobError(Exception):
    """Ends the job with a message."""


class TokenRefused(Exception):
    """Raised if the service does not accept the token, for example because it has expired."""


# --- Calls ---


class Connection:
    """A connection to the service. It stays open between calls, and repeats a failed call if that can help."""

    def __init__(self, job):
        self._job = job
        self._http = None
        self._base_path = urllib.parse.urlsplit(SERVICE).path.rstrip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._http is not None:
            self._http.close()
        self._http = None

    def post(self, path, body, headers):
        """Returns status and JSON of the response. After a failure it waits, if possible as Retry-After says."""
        headers = {"Accept": "application/json", **headers}
        if self._job["is_gzip"]:
            headers["Accept-Encoding"] = "gzip"
        gives_up_at = time.monotonic() + self._job["patience_s"]
        attempt = 0
        while True:
            pause_s = None
            try:
                status, response_headers, content = self._send(path, body, headers)
                if status != 429 and status < 500:
                    return status, json_of(status, content)
                problem = f"status {status}"
                pause_s = retry_after_s(response_headers.get("Retry-After"))
            except ssl.SSLCertVerificationError as error:
                raise JobError(
                    f"The certificate of {SERVICE} is not trusted: {error.verify_message}. "
                    "PRICES_CA_FILE names the file of its authority."
                ) from None
            except (OSError, http.client.HTTPException, EOFError, zlib.error, ValueError) as error:
                self.close()
                problem = f"{type(error).__name__}: {error}"
            attempt += 1
            backoff_s = min(60, 0.5 * 2 ** min(attempt, 10))
            # The pause is random, so that the workers do not all call again at the same time.
            if pause_s is None:
                pause_s = random.uniform(backoff_s / 2, backoff_s)
            else:
                pause_s += random.uniform(0, 1)
            if time.monotonic() + pause_s > gives_up_at:
                raise JobError(f"The service does not respond properly ({problem}). Start again to continue.")
            time.sleep(pause_s)

    def _send(self, path, body, headers):
        if self._http is None:
            self._http = self._connect()
        self._http.request("POST", self._base_path + path, body, headers)
        response = self._http.getresponse()
        content = response.read()
        if response.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        return response.status, response.headers, content

    def _connect(self):
        address = urllib.parse.urlsplit(SERVICE)
        proxy = urllib.request.getproxies().get(address.scheme)
        if proxy is not None and urllib.request.proxy_bypass(address.netloc):
            proxy = None
        if address.scheme != "https":
            return http.client.HTTPConnection(address.hostname, address.port, timeout=300)
        trusted = ssl.create_default_context(cadata=self._job["ca"])
        if proxy is None:
            return http.client.HTTPSConnection(
                address.hostname, address.port, timeout=300, context=trusted
            )
        between = urllib.parse.urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        connection = http.client.HTTPSConnection(
            between.hostname, between.port, timeout=300, context=trusted
        )
        connection.set_tunnel(address.hostname, address.port)
        return connection


def json_of(status, content):
    """Parses JSON, with numbers as texts. A successful response without JSON raises, so that the call is repeated."""
    try:
        return json.loads(content, parse_float=str, parse_int=str)
    except ValueError:
        if status == 200:
            raise
        return {}


def retry_after_s(text):
    """Reads Retry-After, which has seconds or a date. Returns None if the header is missing or invalid."""
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def data_of(status, envelope):
    """Returns the data of a response, or raises JobError with the messages of the service."""
    if status == 401:
        raise TokenRefused
    if status == 410:
        raise JobError(
            "The snapshot has expired, and two snapshots are never mixed. "
            "To take a new one, set PRICES_SNAPSHOT=new and choose an empty folder with PRICES_OUTPUT."
        )
    envelope = envelope if isinstance(envelope, dict) else {}
    if status == 200 and envelope.get("Succeeded") is True:
        return envelope.get("Data")
    raise JobError(f"The service refuses ({status}): {messages_of(envelope)}")


def messages_of(envelope):
    names = ("message", "Message", "errorMessage", "description", "error_description", "error", "code")
    texts = []
    for entry in envelope.get("Errors") or [envelope]:
        if isinstance(entry, dict):
            entry = next((entry[name] for name in names if entry.get(name)), None)
        if entry is not None:
            texts.append(str(entry))
    return "; ".join(texts) or "no message"


# --- Sign-in ---


class Login:
    """Signs in once for all workers, and renews the token before it expires. Only this process knows the password."""

    def __init__(self, connection):
        self._connection = connection
        self._user = os.environ.get("PRICES_USER") or asked_for(input, "User name: ")
        self._password = os.environ.get("PRICES_PASSWORD") or asked_for(getpass.getpass, "Password: ")
        self._serial = 0
        self._headers = None
        self._refresh_token = None
        self._renew_at = 0.0

    def token(self):
        """Returns the number of the current token and the headers that carry it."""
        if self._headers is None or time.monotonic() >= self._renew_at:
            self._renew()
        return self._serial, self._headers

    def refused(self, serial):
        """Handles a refused token. If several workers report the same token, it is renewed only once."""
        if SIGN_IN == "api-key":
            raise JobError("The service does not accept the user name and the password.")
        if serial == self._serial:
            self._renew()

    def _renew(self):
        self._serial += 1
        if SIGN_IN == "api-key":
            is_sendable = re.fullmatch(r"[\x20-\x7e\xa0-\xff]*", self._user + self._password)
            if ":" in self._user or not is_sendable:
                raise JobError("This user name, or this password, cannot be sent as an API key.")
            self._headers = {"Authorization": f"ApiKey {self._user}:{self._password}"}
            self._renew_at = float("inf")
            return
        # A refresh token can be used once. If it is refused, for example because it has expired, the password is used.
        answer = self._grant({"grant_type": "refresh_token", "refresh_token": self._refresh_token})
        if answer is None:
            answer = self._grant(
                {"grant_type": "password", "username": self._user, "password": self._password}
            )
        if answer is None:
            raise JobError("The service does not accept the user name and the password.")
        self._headers = {"Authorization": f"Bearer {answer['access_token']}", "client_id": CLIENT_ID}
        self._refresh_token = answer.get("refresh_token") or self._refresh_token
        self._renew_at = time.monotonic() + 0.8 * lifetime_s(answer)

    def _grant(self, form):
        """Requests a token. Returns None if the service refuses the request."""
        if None in form.values():
            return None
        body = urllib.parse.urlencode({**form, "client_id": CLIENT_ID})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, answer = self._connection.post("/token", body, headers)
        if status in (400, 401, 403):
            return None
        if status != 200 or "access_token" not in answer:
            raise JobError(f"The sign-in failed ({status}): {messages_of(answer)}")
        return answer


def asked_for(ask, prompt):
    try:
        return ask(prompt)
    except EOFError:
        raise JobError("Set the environment variables PRICES_USER and PRICES_PASSWORD.") from None


def lifetime_s(answer):
    """Returns the time from .issued to .expires, so that this computer's clock does not matter, or else expires_in."""
    try:
        issued, expires = (
            email.utils.parsedate_to_datetime(answer[name]) for name in (".issued", ".expires")
        )
        if expires > issued:
            return (expires - issued).total_seconds()
    except (KeyError, TypeError, ValueError):
        pass
    expires_in = float(answer.get("expires_in", 60))
    # The service does not state the unit of expires_in. A number up to 120 is read as minutes.
    return expires_in * 60 if expires_in <= 120 else expires_in


# --- Pages ---


def read_page(connection, job, page, headers):
    """Returns the rows of a page as tuples of str, bool and None. Checks that the page belongs to the snapshot."""
    body = {"page": page, "nrOfRecords": PAGE_SIZE, "cacheKey": job["snapshot"]}
    status, envelope = connection.post(
        PATH, json.dumps(body), {"Content-Type": "application/json", **headers}
    )
    data = data_of(status, envelope)
    try:
        rows = data["data"]
        found = (data["cacheKey"], int(data["totalRecords"]), int(data["page"]), len(rows))
    except (KeyError, TypeError, ValueError):
        raise JobError(f"Page {page} is not as the interface describes it.") from None
    expected_rows = max(0, min(PAGE_SIZE, job["rows"] - (page - 1) * PAGE_SIZE))
    wanted = (job["snapshot"], job["rows"], page, expected_rows)
    for name, is_value, should_be in zip(("key", "number of rows", "page", "rows on it"), found, wanted):
        if is_value != should_be:
            raise JobError(
                f"Page {page} contradicts the snapshot: its {name} is {is_value}, not {should_be}."
            )
    names = [name for name, *_ in job["columns"]]
    try:
        if len(names) == 1:
            rows = [(row[names[0]],) for row in rows]
        else:
            rows = list(map(operator.itemgetter(*names), rows))
    except (KeyError, TypeError):
        raise JobError(f"A row of page {page} lacks a column.") from None
    types = set(map(type, itertools.chain.from_iterable(rows)))
    if not types <= {str, bool, type(None)}:
        raise JobError(f"A cell of page {page} is neither text, number, true, false nor null.")
    return rows


# --- Files ---


BOOLEANS = {True: "true", False: "false"}


class CsvPart:
    """Writes RFC 4180 in UTF-8. A missing value is nothing, an empty text a pair of quotes. Numbers keep all digits."""

    def __init__(self, path, job):
        self._file = open(path, "wb")
        self.write([[name for name, *_ in job["columns"]]])

    def write(self, rows):
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        if bool in set(map(type, itertools.chain.from_iterable(rows))):
            rows = [[BOOLEANS.get(cell, cell) if isinstance(cell, bool) else cell for cell in row] for row in rows]
        for row in rows:
            # The csv module is not used here, because it does not distinguish an empty text from a missing value.
            if "" in row or len(row) == 1:
                text.write(",".join(map(csv_cell, row)) + "\r\n")
            else:
                writer.writerow(row)
        self._file.write(utf8(text.getvalue()))

    def close(self):
        self._file.close()


def csv_cell(cell):
    if cell is None:
        return ""
    if cell == "" or any(character in cell for character in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


class ParquetPart:
    """Writes Parquet: numbers as DECIMAL with the digits of the metadata, true/false as BOOLEAN, the rest as text."""

    def __init__(self, path, job):
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise JobError("A worker has no pyarrow. Set PRICES_FORMAT=csv and choose an empty folder.") from None
        self._pyarrow = pyarrow
        self._columns = job["columns"]
        self._schema = pyarrow.schema([(column[0], self._type(*column[1:])) for column in self._columns])
        self._writer = pyarrow.parquet.ParquetWriter(path, self._schema)

    def _type(self, kind, digits, decimals):
        if kind == "number" and digits is not None and digits <= 38:
            return self._pyarrow.decimal128(digits, decimals or 0)
        return self._pyarrow.bool_() if kind == "boolean" else self._pyarrow.string()

    def write(self, rows):
        arrays = []
        for index, field in enumerate(self._schema):
            cells = [row[index] for row in rows]
            if self._pyarrow.types.is_decimal(field.type):
                cells = [None if cell is None else Decimal(cell) for cell in cells]
            elif self._pyarrow.types.is_string(field.type):
                cells = [cell if cell is None else utf8(str(cell)).decode() for cell in cells]
            try:
                arrays.append(self._pyarrow.array(cells, field.type))
            except (self._pyarrow.ArrowException, ArithmeticError, TypeError) as error:
                raise JobError(
                    f"{field.name} has a value that does not fit {field.type}: {error}. "
                    "Set PRICES_FORMAT=csv and choose an empty folder with PRICES_OUTPUT."
                ) from None
        self._writer.write_table(self._pyarrow.table(arrays, schema=self._schema))

    def close(self):
        self._writer.close()


def utf8(text):
    """Encodes a text. Half a character (an unpaired surrogate) is possible in JSON only, so it becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def read_part(job, number, headers):
    """Reads the pages of a part and writes its file, which is renamed when it is complete. Runs on a worker."""
    first_page = (number - 1) * job["pages_per_part"] + 1
    last_page = min(first_page + job["pages_per_part"] - 1, job["pages"])
    writer_class = ParquetPart if job["format"] == "parquet" else CsvPart
    path = part_file(job, number)
    unfinished = path.with_name(f"{uuid.uuid4().hex}.unfinished")
    names = [name for name, *_ in job["columns"]]
    key_of = operator.itemgetter(*map(names.index, job["key"])) if job["key"] else None
    groups = [[] for _ in range(job["key_groups"])]
    row_count = 0
    try:
        part = writer_class(unfinished, job)
        try:
            with Connection(job) as connection:
                for page in range(first_page, last_page + 1):
                    rows = read_page(connection, job, page, headers)
                    part.write(rows)
                    row_count += len(rows)
                    if key_of is not None:
                        add_keys(groups, map(key_of, rows))
        finally:
            part.close()
        if key_of is not None:
            write_keys(key_file(job, number), groups)
        receipt = {
            "part": number,
            "file": path.name,
            "rows": row_count,
            "bytes": unfinished.stat().st_size,
            "sha256": sha256_of(unfinished),
        }
        os.replace(unfinished, path)
        return receipt
    finally:
        if unfinished.exists():
            unfinished.unlink()


def part_file(job, number):
    return Path(job["folder"], f"part-{number:05d}.{job['format']}")


def key_file(job, number):
    return Path(job["folder"], "keys", f"{number:05d}.keys")


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


# --- Unique keys ---


def add_keys(groups, keys):
    """Adds the digest of each key, which has 16 bytes, to a group. Equal keys get into the same group."""
    count = len(groups)
    for key in keys:
        digest = hashlib.blake2b(repr(key).encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES).digest()
        groups[(digest[0] << 8 | digest[1]) * count >> 16].append(digest)


def write_keys(path, groups):
    """Writes the number of keys in each group, and then the keys of all groups."""
    unfinished = path.with_name(f"{uuid.uuid4().hex}.unfinished")
    with open(unfinished, "wb") as file:
        file.write(struct.pack(f"<{len(groups)}I", *map(len, groups)))
        for group in groups:
            file.write(b"".join(group))
    os.replace(unfinished, path)


def repeated_keys(job, group):
    """Returns how many rows of each part have the key of an earlier row. Runs on a worker."""
    seen = set()
    found = {}
    for number in range(1, job["parts"] + 1):
        with open(key_file(job, number), "rb") as file:
            counts = struct.unpack(f"<{job['key_groups']}I", file.read(4 * job["key_groups"]))
            file.seek(KEY_BYTES * sum(counts[:group]), os.SEEK_CUR)
            block = file.read(KEY_BYTES * counts[group])
        expected = len(seen) + counts[group]
        seen.update(block[start : start + KEY_BYTES] for start in range(0, len(block), KEY_BYTES))
        if len(seen) < expected:
            found[number] = expected - len(seen)
    return found


# --- The job ---


def outcome_of(task, *arguments):
    """Runs a task and returns its outcome as a value, because on some clusters an exception would lose its type."""
    try:
        return {"kind": "done", "value": task(*arguments)}
    except TokenRefused:
        return {"kind": "token-refused"}
    except JobError as error:
        return {"kind": "failed", "message": str(error)}


def value_of(outcome):
    if outcome["kind"] == "failed":
        raise JobError(outcome["message"])
    return outcome["value"]


def run(executor, calls_at_once):
    """Reads all missing parts, with up to calls_at_once calls at the same time, and then checks the files."""
    folder = Path(os.environ.get("PRICES_OUTPUT", OUTPUT)).resolve()
    ca_file = os.environ.get("PRICES_CA_FILE")
    job = {
        "folder": str(folder),
        "ca": None if ca_file is None else Path(ca_file).read_text(),
        "is_gzip": os.environ.get("PRICES_GZIP", "1") != "0",
        "patience_s": PATIENCE_S,
    }
    (folder / "keys").mkdir(parents=True, exist_ok=True)
    started_at = time.monotonic()
    with Connection(job) as connection:
        login = Login(connection)
        manifest = folder / "manifest.jsonl"
        header, receipts, is_complete = read_manifest(manifest)
        if header is None:
            header = new_header(connection, login, calls_at_once)
            append_line(manifest, header)
        elif header["query"] != query_digest():
            raise JobError(f"{folder} holds the files of another query. Choose another with PRICES_OUTPUT.")
        elif os.environ.get("PRICES_SNAPSHOT", "new") not in ("new", header["snapshot"]):
            raise JobError(f"{folder} holds the files of another snapshot. Choose another with PRICES_OUTPUT.")
        job.update(header)
        receipts = {
            number: each for number, each in receipts.items() if is_whole(job, each, needs_keys=not is_complete)
        }
        if is_complete and len(receipts) == job["parts"]:
            print(f"Complete already: {job['rows']:,} rows in {job['parts']} files, in {folder}")
            return
        missing = deque(number for number in range(1, job["parts"] + 1) if number not in receipts)
        if receipts:
            print(f"Continues: {len(receipts)} of {job['parts']} parts are there.", flush=True)
        rows = rows_before = sum(each["rows"] for each in receipts.values())

        running = {}
        refusals = Counter()
        while missing or running:
            while missing and len(running) < calls_at_once:
                number = missing.popleft()
                serial, headers = login.token()
                task = executor.submit(outcome_of, read_part, job, number, headers)
                running[task] = (number, serial)
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for task in finished:
                number, serial = running.pop(task)
                outcome = task.result()
                if outcome["kind"] == "token-refused":
                    refusals[number] += 1
                    if refusals[number] >= MOST_REFUSALS:
                        raise JobError("The service keeps refusing the token. Try a smaller PAGES_PER_PART.")
                    login.refused(serial)
                    missing.appendleft(number)
                    continue
                receipt = value_of(outcome)
                append_line(manifest, receipt)
                receipts[number] = receipt
                rows += receipt["rows"]
                rate = (rows - rows_before) / (time.monotonic() - started_at)
                print(
                    f"{len(receipts)} of {job['parts']} parts, {rows:,} of {job['rows']:,} rows, {rate:,.0f} rows/s",
                    flush=True,
                )
    certify(executor, job, receipts, manifest)


def certify(executor, job, receipts, manifest):
    """Checks the number of rows, and that no key occurs twice."""
    rows = sum(each["rows"] for each in receipts.values())
    if rows != job["rows"]:
        raise JobError(f"There are {rows:,} rows; the snapshot has {job['rows']:,}.")
    if job["key"]:
        tasks = [
            executor.submit(outcome_of, repeated_keys, job, group) for group in range(job["key_groups"])
        ]
        repeated = Counter()
        for task in tasks:
            repeated.update(value_of(task.result()))
        if repeated:
            raise JobError(
                f"{sum(repeated.values()):,} rows have the key ({', '.join(job['key'])}) of an earlier row, "
                f"the first of them in {part_file(job, min(repeated)).name}."
            )
        keys = f"keys unique ({', '.join(job['key'])})"
    else:
        keys = "keys not checked, because the key is not among the fields"
    append_line(manifest, {"complete": True, "rows": rows, "keys": keys})
    # The files with the keys are no longer needed, because the manifest has the result of the comparison.
    for file in Path(job["folder"], "keys").glob("*"):
        file.unlink()
    for file in Path(job["folder"]).glob("*.unfinished"):
        file.unlink()
    print(f"Complete: {rows:,} rows in {job['parts']} files, {keys}, in {job['folder']}", flush=True)


def new_header(connection, login, calls_at_once):
    """Opens the snapshot, or takes a new one. Returns the first line of the manifest."""
    snapshot = SNAPSHOT if os.environ.get("PRICES_SNAPSHOT") is None else os.environ["PRICES_SNAPSHOT"]
    body = {"page": 1, "nrOfRecords": 1}
    if snapshot in (None, "new"):
        body.update(QUERY, useCache=True)
    else:
        body["cacheKey"] = snapshot
    serial, headers = login.token()
    headers = {"Content-Type": "application/json", **headers}
    try:
        data = data_of(*connection.post(PATH, json.dumps(body), headers))
    except TokenRefused:
        if serial >= MOST_REFUSALS:
            raise JobError("The service refuses the token that it has just issued.") from None
        login.refused(serial)
        return new_header(connection, login, calls_at_once)
    try:
        rows = int(data["totalRecords"])
        columns = columns_of(data["data"])
        times = {"created": data["cacheCreated"], "expires": data["cacheExpires"]}
        found = data["cacheKey"]
    except (KeyError, TypeError, ValueError):
        raise JobError("The first page is not as the interface describes it.") from None
    if found != body.get("cacheKey", found):
        raise JobError("The first page comes from another snapshot.")
    pages = -(-rows // PAGE_SIZE)
    # The parts of a small snapshot are smaller, so that all workers get some.
    pages_per_part = max(1, min(PAGES_PER_PART, pages // (4 * calls_at_once)))
    key = KEY if {name for name, *_ in columns}.issuperset(KEY) else []
    return {
        "query": query_digest(),
        "snapshot": found,
        **times,
        "rows": rows,
        "pages": pages,
        "pages_per_part": pages_per_part,
        # If there are no rows, one file is still written, with the names of the columns.
        "parts": max(1, -(-pages // pages_per_part)),
        "columns": columns,
        "key": key,
        "key_groups": max(1, -(-rows // KEYS_PER_GROUP)) if key else 0,
        "format": file_format(),
    }


def columns_of(rows):
    """Returns the columns of the query. If the query names none, these are the columns that the service sends."""
    if "fields" in QUERY or not rows:
        return COLUMNS
    known = {column[0] for column in COLUMNS}
    return [column for column in COLUMNS if column[0] in rows[0]] + [
        (name, "text", None, None) for name in rows[0] if name not in known
    ]


def file_format():
    chosen = os.environ.get("PRICES_FORMAT")
    if chosen in ("csv", "parquet"):
        return chosen
    try:
        import pyarrow.parquet  # noqa: F401

        return "parquet"
    except ImportError:
        return "csv"


def query_digest():
    """Returns a digest by which the job recognizes the files of its query when it is started again."""
    settings = [SERVICE, PATH, QUERY, PAGE_SIZE, PAGES_PER_PART, COLUMNS]
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


def read_manifest(path):
    """Returns the header, the receipts of the parts by number, and whether the job was done."""
    text = path.read_text("utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        # The last line is incomplete, because the process ended while it wrote the line. The line is removed.
        path.write_text(whole, "utf-8")
    lines = [json.loads(line) for line in whole.splitlines()]
    header = lines[0] if lines else None
    receipts = {line["part"]: line for line in lines[1:] if "part" in line}
    return header, receipts, any("complete" in line for line in lines)


def append_line(path, entry):
    with open(path, "a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(entry) + "\n")
        file.flush()
        os.fsync(file.fileno())


def is_whole(job, receipt, needs_keys):
    file = part_file(job, receipt["part"])
    has_keys = not (needs_keys and job["key"]) or key_file(job, receipt["part"]).exists()
    return has_keys and file.exists() and file.stat().st_size == receipt["bytes"]


def started(main):
    """Runs the program. If the job knows what is wrong, the program ends with a one-line message."""
    try:
        main()
    except JobError as error:
        sys.exit(f"Stopped: {error}")
