import type { Column } from '@/contract/column';
import { columnFromRecord } from '@/contract/column.schema';
import { rightsFromIds, UNKNOWN_RIGHTS, type Rights } from '@/session/rights/rights';
import { DEMO_ACCOUNTS } from '@mocks/data/accounts';
import type { ColumnRecord } from '@mocks/data/column-record';
import { ITEM_TABLE } from '@mocks/data/item-table';

/** The 11 columns that the contract lists. */
export const ITEM_COLUMNS: readonly Column[] = ITEM_TABLE.map((record, ordinal) =>
  columnFromRecord({ ...record }, ordinal),
);

/** The rights of the three demo accounts, and of an account whose token does not contain rights. */
export const RIGHTS = {
  manager: rightsOf('Pricing manager'),
  analyst: rightsOf('Analyst'),
  viewer: rightsOf('Viewer'),
  unknown: UNKNOWN_RIGHTS,
} as const;

/** The metadata of CostForPricing that an analyst must not see. */
export const COST_SECRETS = ['decimal', '18,4', '#,##0.00', 'CostForPricing_edit'] as const;

function rightsOf(label: (typeof DEMO_ACCOUNTS)[number]['label']): Rights {
  return rightsFromIds(DEMO_ACCOUNTS.find((account) => account.label === label)?.rights ?? null);
}

/** Creates a column from the first record of the contract; the argument overrides its members. */
export function testColumn(members: Partial<Record<keyof ColumnRecord, unknown>>, ordinal = 0): Column {
  return columnFromRecord(
    { ...ITEM_TABLE[0], is_unique: null, is_primary_key: false, IsKey: false, ...members },
    ordinal,
  );
}
