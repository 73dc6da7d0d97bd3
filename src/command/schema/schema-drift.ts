import { itemTableEndpoint } from '@/contract/item-table.schema';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
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
import { readSchemaFile } from '@/features/item-schema/model/schema-file';
import { schemaRows } from '@/features/item-schema/model/schema-row';
import { CommandError } from '../command-problem';
import type { CommandReport } from '../command-report';
import { readTextFile } from '../files';
import type { RunContext } from '../run-context';
import type { Words } from '../words';

/** Returns the fields of all price columns, as JSON that `schemaDrift` takes back. */
export async function schemaText({ signedIn, retryUntilDone, signal }: RunContext): Promise<CommandReport> {
  const { client, rights } = signedIn;
  const priceColumns = await retryUntilDone(
    () => client.send(priceColumnsEndpoint, undefined, { signal }),
    signal,
  );
  const text = priceSchemaText(priceSchema(priceColumns, rights), 'json');
  return { isWithFindings: false, isResult: true, text, json: JSON.parse(text) };
}

/**
 * Compares the fields of today with those of a file that the console, or `schemaText`, has written: of all price columns, or of the item
 * table. Rejects with CommandError, among others.
 */
export async function schemaDrift(file: string, failOn: number, context: RunContext): Promise<CommandReport> {
  const { signedIn, retryUntilDone, signal, words } = context;
  const { client, rights } = signedIn;
  const text = readTextFile(file);
  const changes = await retryUntilDone(async (): Promise<readonly SchemaChange[]> => {
    const before = readPriceSchemaFile(text, rights);
    if (before !== null) {
      const priceColumns = await client.send(priceColumnsEndpoint, undefined, { signal });
      return priceSchemaChanges(before, priceSchema(priceColumns, rights));
    }
    const table = readSchemaFile(text, rights);
    if (table === null) throw new CommandError({ kind: 'no-schema-file', file });
    const columns = await client.send(itemTableEndpoint, undefined, { signal });
    return schemaChanges(table, rememberedSchema(schemaRows(columns, rights), 0));
  }, signal);
  return {
    isWithFindings: changes.length > failOn,
    isResult: false,
    text: driftText(changes, file, words),
    json: { file, changes },
  };
}

function driftText(changes: readonly SchemaChange[], file: string, { schema, common }: Words): string {
  if (changes.length === 0) return `${schema('changes.same', { file })}\n`;
  const factText = (fact: Fact) => {
    if (fact === null || fact === '') return schema('changes.nothing');
    return typeof fact === 'boolean' ? common(fact ? 'yes' : 'no') : String(fact);
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
  return `${[schema('changes.titleOfFile', { file }), ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}
