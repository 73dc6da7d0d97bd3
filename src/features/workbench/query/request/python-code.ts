import { literal, PYTHON_NOTATION, pythonText } from '@/lib/program-text/literal';
import type { CodeInput } from './code-input';

/** Generates a Python script that uses requests and reads numbers as exact decimals. */
export function pythonCode(input: CodeInput): string {
  const { serviceAddress, path, clientId, method, body, pageSize } = input;
  const text = pythonText;
  return `# pip install requests
# Before: set the environment variables PRICES_USER and PRICES_PASSWORD
import os
import time
from decimal import Decimal

import requests

BASE = ${text(serviceAddress)}
USER, PASSWORD = os.environ["PRICES_USER"], os.environ["PRICES_PASSWORD"]
QUERY = ${literal(body, PYTHON_NOTATION)}

session = requests.Session()
${method === 'password' ? passwordHeaders(clientId) : API_KEY_HEADERS}

def page(body):
    while True:
        answer = session.post(BASE + ${text(path)}, json=body, timeout=300)
        if answer.status_code != 429:
            break
        time.sleep(int(answer.headers.get("Retry-After", "1")))
    envelope = answer.json(parse_float=Decimal)  # every digit is kept
    if not answer.ok or not envelope["Succeeded"]:
        raise RuntimeError(f"{answer.status_code}: {envelope['Errors']}")
    return envelope["Data"]


first = page(QUERY)
rows = first["data"]
number = 1
while len(rows) < first["totalRecords"]:
    number += 1
    later = page({"page": number, "nrOfRecords": ${pageSize}, "cacheKey": first["cacheKey"]})
    if not later["data"]:
        raise RuntimeError("The snapshot ended too early.")
    rows += later["data"]

print(len(rows), "rows")
`;
}

function passwordHeaders(clientId: string): string {
  const client = pythonText(clientId);
  return `token = session.post(
    BASE + "/token",
    data={"grant_type": "password", "username": USER, "password": PASSWORD, "client_id": ${client}},
    timeout=30,
)
token.raise_for_status()
session.headers["Authorization"] = "Bearer " + token.json()["access_token"]
session.headers["client_id"] = ${client}
`;
}

const API_KEY_HEADERS = `session.headers["Authorization"] = f"ApiKey {USER}:{PASSWORD}"
`;
