import { pagesOf } from '@/contract/extraction';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import type { ServiceDescription } from '@/contract/service-description';
import { priceColumnRecord, priceColumnsEndpoint } from '@/contract/price-columns.schema';
import { keepExport } from '@/features/export/run/keep-export';
import { connectCopies, type CopyConnection } from '@/rows/kept-copies/copy-connection';
import { serveCopies, type CopyReply } from '@/rows/kept-copies/worker/serve-copies';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { createSealedRecords } from '@/lib/storage/sealed-records';
import { createExportHarness, resultOf } from './export-harness';

const { signal } = new AbortController();

/** Connects to the worker's code for kept copies, which runs in this process. */
export function connectInProcess(): CopyConnection {
  return connectCopies(() => {
    let onReply: (reply: CopyReply) => void = () => undefined;
    const onMessage = serveCopies((reply) => onReply(reply));
    return {
      send: onMessage,
      listen: (listener) => {
        onReply = listener;
      },
      terminate: () => undefined,
    };
  });
}

/** Keeps a copy of a whole price column in a stubbed private folder. Returns the copy with the rows that the service sends. */
export async function keepWholePriceColumn(
  name: string,
  databaseName: string,
  description: ServiceDescription | null = null,
) {
  const harness = await createExportHarness({ rowCount: 1_500 }, description);
  const priceColumns = await harness.client.send(priceColumnsEndpoint, undefined);
  const priceColumn = priceColumns.find((each) => each.name === name);
  if (priceColumn === undefined) throw new Error(`There is no price column ${name}.`);
  const keep = {
    name: 'Mine',
    note: null,
    priceColumn: priceColumnRecord(priceColumn),
    words: null,
    search: {},
    takenAtMs: 1,
  };
  const plan = await harness.plan(name, { format: { kind: 'parquet' }, keep });
  const result = await resultOf(harness.run(plan));
  const storage = createSealedRecords({ databaseName, installationSecret: null });
  const own: OwnRecords = { account: plan.account, storage };
  const write = async (...[place, content]: Parameters<Parameters<typeof keepExport>[3]['write']>) =>
    connectInProcess().write({ place, content });
  const copy = await keepExport(own, plan, result, { write, signal });
  const { rows } = await harness.client.send(extractPageEndpoint, {
    priceColumn: name,
    ...pagesOf(plan.snapshot),
    columns: copy.columns,
    page: 1,
    pageSize: 5_000,
  });
  return { own, copy, rows, priceColumn, plan, harness, certificate: result.certificate };
}
