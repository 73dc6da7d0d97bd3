import { itemTableEndpoint } from '@/contract/item-table.schema';
import {
  priceSchema,
  priceSchemaChanges,
  priceSchemaText,
  readPriceSchemaFile,
} from '@/features/item-schema/model/price-schema';
import {
  rememberedSchema,
  schemaChanges,
  type Fact,
  type SchemaChange,
} from '@/features/item-schema/model/schema-changes';
import { itemTableEntry, readSchemaFile } from '@/features/item-schema/model/schema-file';
import { schemaRows, tableOf } from '@/features/item-schema/model/schema-row';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { CommandError } from '../command-problem';
import type { CommandReport } from '../command-report';
import { readTextFile } from '../files';
import type { RunContext } from '../run-context';
import { jsonText, shownLines } from '../shown-text';
import type { CommandWords } from '../words';

/** Returns the fields of all price columns and of the item table, as JSON that `schemaDrift` can read. */
export async function schemaText(context: RunContext): Promise<CommandReport> {
  const { retryUntilDone, signal } = context;
  const { rights } = context.signedIn;
  const [priceColumns, itemTable] = await retryUntilDone(() => schemaOfToday(context), signal);
  const ofPrices: unknown = JSON.parse(priceSchemaText(priceSchema(priceColumns, rights), 'json'));
  const json = [ofPrices, itemTableEntry(schemaRows(itemTable, rights))].flat();
  return { isWithFindings: false, isResult: true, text: jsonText(json), json };
}

function schemaOfToday({ signedIn: { client }, signal }: RunContext) {
  return Promise.all([
    readPriceColumns(client, () => true, signal),
    client.send(itemTableEndpoint, undefined, { signal }),
  ]);
}

/** Compares the current fields with a file that the console or `schemaText` wrote. Rejects with CommandError, among others. */
export async function schemaDrift(file: string, failOn: number, context: RunContext): Promise<CommandReport> {
  const { signedIn, retryUntilDone, signal, words } = context;
  const { rights } = signedIn;
  const text = readTextFile(file);
  const pricesThen = readPriceSchemaFile(text, rights);
  const tableThen = readSchemaFile(text, rights);
  if (pricesThen === null && tableThen === null) throw new CommandError({ kind: 'no-schema-file', file });
  const changes = await retryUntilDone(async (): Promise<readonly SchemaChange[]> => {
    const [priceColumns, itemTable] = await schemaOfToday(context);
    const rows = schemaRows(itemTable, rights);
    const ofTable = tableThen === null ? [] : schemaChanges(tableThen, rememberedSchema(rows, 0));
    if (pricesThen === null) return ofTable;
    return [
      ...priceSchemaChanges(pricesThen, priceSchema(priceColumns, rights)),
      // The columns of the item table get the name of their table in front, like the fields of price columns.
      ...ofTable.map((change) => ({ ...change, name: `${tableOf(rows)}.${change.name}` })),
    ];
  }, signal);
  return {
    isWithFindings: changes.length > failOn,
    isResult: false,
    text: driftText(changes, file, words),
    json: { file, changes },
  };
}

function driftText(changes: readonly SchemaChange[], file: string, words: CommandWords): string {
  const schema = words.of('itemSchema');
  if (changes.length === 0) return shownLines([schema('changes.same', { file })]);
  const factText = (fact: Fact) => {
    if (fact === null || fact === '') return schema('changes.nothing');
    return typeof fact === 'boolean' ? words.of('common')(fact ? 'yes' : 'no') : String(fact);
  };
  const lines = changes.map((change) => {
    if (change.kind !== 'changed') return `${change.name} ${schema(`changes.${change.kind}`)}`;
    const facts = change.facts.map(({ property, before, after }) =>
      schema('changes.fact', {
        property: schema(`property.${property}`),
        before: factText(before),
        after: factText(after),
      }),
    );
    return `${change.name} ${facts.join('; ')}`;
  });
  return shownLines([schema('changes.titleOfFile', { file }), ...lines.map((line) => `  ${line}`)]);
}
