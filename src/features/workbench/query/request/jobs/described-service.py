# --- The notation of the service ---


class DescribedConnection(Connection):
    """Writes requests, and reads answers, as the description of the service says. All other code has names of its own."""

    def post(self, path, body, headers):
        if path != PATH:
            return super().post(path, body, headers)
        asked = json.loads(body)
        status, usual = self._usual(asked, headers)
        data = usual.get("Data")
        if data is not None and data["totalRecords"] is None:
            data["totalRecords"] = self._job.get("rows")
            if data["totalRecords"] is None:
                data["totalRecords"] = self._counted(data["cacheKey"], len(data["data"]), headers)
        return status, usual

    def _usual(self, asked, headers):
        if NOTATION["key"] is None and asked.get("cacheKey", NO_KEY) != NO_KEY:
            raise JobError("This service keeps no snapshots. Leave out PRICES_SNAPSHOT.")
        path, body = described_request(asked)
        if NOTATION["key_in_header"] is not None and "cacheKey" in asked:
            if re.fullmatch("[!-~]+", asked["cacheKey"]) is None:
                raise JobError("The key of the snapshot cannot be sent in a header. Check PRICES_SNAPSHOT.")
            headers = {**headers, NOTATION["key_in_header"]: asked["cacheKey"]}
        return usual_answer(*super().post(path, body, headers), asked, self._last_headers)

    def _send(self, path, body, headers):
        status, self._last_headers, content = super()._send(path, body, headers)
        return status, self._last_headers, content

    def _counted(self, key, present, headers):
        """Counts rows by asking for single ones: at doubling distances until one is missing, and then between."""
        missing = None
        for _ in range(MOST_COUNT_CALLS):
            if missing is not None and missing - present <= 1:
                return present
            row = max(1, present * 2) if missing is None else (present + missing) // 2
            asked = {"page": row, "nrOfRecords": 1, "cacheKey": key}
            data = data_of(*self._usual(asked, headers))
            if data is None or data["cacheKey"] != key or int(data["page"]) != row or len(data["data"]) > 1:
                raise JobError(f"Row {row} is not as the description says.")
            if data["data"]:
                present = row
            else:
                missing = row
        raise JobError("The service has rows at every distance, so they cannot be counted.")


def described_request(asked):
    """Returns path and body of a request as the service expects them."""
    query = QUERY["body"].strip()
    lead = NOTATION["first_lead"]
    if "cacheKey" not in asked:
        return PATH, (query if lead is None else lead + query[1:]).encode()
    size = asked["nrOfRecords"]
    before = (asked["page"] - 1) * (1 if NOTATION["page"]["style"] == "number" else size)
    key = asked["cacheKey"]
    if NOTATION["is_key_number"]:
        if re.fullmatch("-?[0-9]+", key) is None:
            raise JobError(
                f"{key} is no key of a snapshot: the keys of this service are whole numbers. Check PRICES_SNAPSHOT."
            )
        key = int(key)
    places = {"page": before + NOTATION["page"]["first"], "size": size, "key": key}
    body = {name: value if put is None else places[put] for name, put, value in NOTATION["further"]}
    name = NOTATION["key_in_address"]
    parameters = {} if name is None else {name: asked["cacheKey"]}
    search = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)
    text = json.dumps(body)
    if lead is not None:
        text = text[:-1] + NOTATION["between"] + query[1:]
    return PATH + (search and "?" + search), text.encode()


# Stands for the key of a snapshot, for a service that keeps none.
NO_KEY = "none"
# These are enough for a billion rows.
MOST_COUNT_CALLS = 64


def usual_answer(status, answer, asked, headers):
    """Returns status and envelope of an answer with the names that the other code has."""
    if "cacheKey" in asked and status in NOTATION["gone"]:
        return 410, {}
    envelope = NOTATION["envelope"]
    is_done = 200 <= status < 300 and (envelope is None or value_at(answer, envelope["succeeded"]) is True)
    if not is_done:
        errors = None if envelope is None else value_at(answer, envelope["errors"])
        usual = answer if isinstance(answer, dict) else {}
        return status, {**usual, "Succeeded": False, "Errors": errors if isinstance(errors, list) else None}
    data = answer if envelope is None else value_at(answer, envelope["data"])
    try:
        usual = {
            "data": rows_by_name(data),
            "totalRecords": total_records(data, headers),
            "page": asked["page"] if NOTATION["page_of"] is None else page_number(data, asked["nrOfRecords"]),
            "cacheKey": NO_KEY if NOTATION["key"] is None else needed(data, NOTATION["key"]),
            "cacheCreated": utc_now() if NOTATION["created"] is None else needed(data, NOTATION["created"]),
            "cacheExpires": None if NOTATION["expires"] is None else needed(data, NOTATION["expires"]),
        }
    except (TypeError, ValueError):
        # Whoever reads the page says that it is not as it should be.
        usual = None
    return 200, {"Succeeded": True, "Data": usual}


def utc_now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def total_records(data, headers):
    """Returns the number of all rows; None if answers do not say it."""
    if NOTATION["total_header"] is not None:
        return int(headers[NOTATION["total_header"]])
    return None if NOTATION["total"] is None else needed(data, NOTATION["total"])


def page_number(data, size):
    """Returns the number of a page, from 1, for what its answer tells."""
    count = int(needed(data, NOTATION["page_of"])) - NOTATION["page"]["first"]
    if NOTATION["page"]["style"] == "number":
        size = 1
    if count % size != 0:
        raise ValueError
    return count // size + 1


def rows_by_name(data):
    """Returns rows as dictionaries. A row may arrive as a list of values, whose names are told once."""
    rows = needed(data, NOTATION["rows"])
    if NOTATION["columns"] is None:
        return rows
    names = needed(data, NOTATION["columns"])
    if len(set(names)) < len(names) or any(len(values) != len(names) for values in rows):
        raise ValueError
    return [dict(zip(names, values)) for values in rows]


def value_at(value, path):
    """Returns the value at a path of member names; None if there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def needed(data, path):
    """Returns the value at a path. Raises ValueError if there is none."""
    value = value_at(data, path)
    if value is None:
        raise ValueError
    return value
