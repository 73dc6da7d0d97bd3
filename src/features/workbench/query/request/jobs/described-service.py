# --- The notation of the service ---


class DescribedConnection(Connection):
    """Writes requests, and reads answers, as the description of the service says. All other code has names of its own."""

    def post(self, path, body, headers):
        if path != PATH:
            return super().post(path, body, headers)
        asked = json.loads(body)
        path, body = described_request(asked)
        return usual_answer(*super().post(path, body, headers), asked)


def described_request(asked):
    """Returns path and body of a request as the service expects them."""
    if "cacheKey" not in asked:
        return PATH, QUERY["body"].strip().encode()
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
    return PATH + (search and "?" + search), json.dumps(body)


def usual_answer(status, answer, asked):
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
            "totalRecords": needed(data, NOTATION["total"]),
            "page": asked["page"] if NOTATION["page_of"] is None else page_number(data, asked["nrOfRecords"]),
            "cacheKey": needed(data, NOTATION["key"]),
            "cacheCreated": needed(data, NOTATION["created"]),
            "cacheExpires": None if NOTATION["expires"] is None else needed(data, NOTATION["expires"]),
        }
    except (TypeError, ValueError):
        # Whoever reads the page says that it is not as it should be.
        usual = None
    return 200, {"Succeeded": True, "Data": usual}


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
