// A plain store of pages, the same for every grid that is compared: it fetches what is in view, and nothing ahead.

const PAGE_ROWS = 200;
const SERVICE = '/papi';

/** The price column that is measured; its number of rows is set at the service. */
const PRICE_COLUMN = 'SalesPrice';

/** Takes a snapshot; resolves once its first page is here. */
export async function openRows() {
  const token = await signedIn();
  const send = async (body, signal) => {
    const response = await fetch(`${SERVICE}/api/prices/${PRICE_COLUMN}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        client_id: 'colonnade',
      },
      body: JSON.stringify({ nrOfRecords: PAGE_ROWS, ...body }),
      signal,
    });
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    return (await response.json()).Data;
  };
  const first = await send({ page: 1, useCache: true });
  /** @type {Map<number, object[] | null>} null: on its way */
  const pages = new Map([[0, first.data]]);
  const listeners = new Set();

  return {
    rowCount: first.totalRecords,
    columns: Object.keys(first.data[0]),
    readPage: async (page, signal) => (await send({ cacheKey: first.cacheKey, page: page + 1 }, signal)).data,
    /** Null unless held. */
    get(row) {
      return pages.get(Math.floor(row / PAGE_ROWS))?.[row % PAGE_ROWS] ?? null;
    },
    /** `start` inclusive, `end` exclusive. */
    want(start, end) {
      for (let page = Math.floor(start / PAGE_ROWS); page * PAGE_ROWS < end; page += 1) {
        if (pages.has(page)) continue;
        pages.set(page, null);
        void this.readPage(page).then((rows) => {
          pages.set(page, rows);
          for (const listener of listeners) listener(page * PAGE_ROWS, page * PAGE_ROWS + rows.length);
        });
      }
    },
    onArrival(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function signedIn() {
  const response = await fetch(`${SERVICE}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'manager',
      password: 'demo-manager',
      client_id: 'colonnade',
    }),
  });
  return (await response.json()).access_token;
}

/** What a cell shows. */
export function textOf(value) {
  return value === null ? '∅' : String(value);
}

/** How far the first row in view is from the top of all rows, in rows, from what stands on the page. */
export function topRowOf(elements, indexOf, viewTopPx) {
  for (const element of elements) {
    const { top, bottom, height } = element.getBoundingClientRect();
    if (height > 0 && top <= viewTopPx + 0.5 && bottom > viewTopPx + 0.5) {
      return indexOf(element) + (viewTopPx - top) / height;
    }
  }
  return null;
}
