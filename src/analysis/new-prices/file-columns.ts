import type { PriceField } from '@/contract/column';
import { proposeRoles, type Role } from '@/rows/price-rows/column-roles';
import type { AnalysedColumn } from '../engine/analysed-table';
import { keyColumns } from '../snapshot/row-identity';
import type { FileColumns, FileFigure, ProposalColumns } from './proposal-spec';

/** The roles of columns that say what a price is for, in addition to the key columns of the metadata. */
const IDENTIFYING = ['article', 'group', 'currency', 'unit', 'quantity'] as const satisfies readonly Role[];

/** The default figures in a file. Systems that import prices need them, and so do users who check why prices change. */
const USUAL_FIGURES: readonly FileFigure[] = [
  'oldValue',
  'newValue',
  'delta',
  'validFrom',
  'oldValidTo',
  'reason',
  'rule',
];

/** Returns the default columns of a file of new prices: those that say what a price is for, and those that say how it changes. */
export function usualFileColumns(
  columns: readonly AnalysedColumn[],
  fields: readonly PriceField[],
  { price, group, currency }: ProposalColumns,
): FileColumns {
  const roles = proposeRoles(columns, fields);
  const identifying = [
    ...keyColumns({ fields }),
    ...IDENTIFYING.map((role) => roles[role]?.column),
    group,
    currency,
  ];
  return {
    fields: columns.map(({ name }) => name).filter((name) => name !== price && identifying.includes(name)),
    figures: USUAL_FIGURES,
  };
}
