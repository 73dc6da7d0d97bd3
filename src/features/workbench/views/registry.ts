import { changesView } from './changes/view';
import { checksView } from './checks/view';
import { columnsView } from './columns/view';
import { pivotView } from './pivot/view';
import { proposalView } from './proposal/view';
import type { ParameterLife, ViewDefinition } from './view-definition';

/** The analysis views, in the order of their tabs. Tabs, address and saved views are derived from this list. */
export const VIEWS = [
  columnsView,
  pivotView,
  changesView,
  checksView,
  proposalView,
] as const satisfies readonly ViewDefinition[];

/** The parameters of the view **Rows**, which the grid shows. */
const ROWS_PARAMETERS = { highlight: 'kept' } as const satisfies Readonly<Record<string, ParameterLife>>;

type Views = (typeof VIEWS)[number];

export type ViewName = Views['name'];

/** A view whose set-up is in parameters of the address. */
export type SetUpView = ViewName | 'rows';

/** The parameters of a view, or of several views. */
export type ParameterOf<Name extends SetUpView> = Extract<
  ({ [View in Views as View['name']]: keyof View['parameters'] } & {
    rows: keyof typeof ROWS_PARAMETERS;
  })[Name],
  string
>;

export type ViewParameter = ParameterOf<SetUpView>;

type KeptOf<View> = View extends { readonly parameters: infer Parameters }
  ? { [Name in keyof Parameters]: Parameters[Name] extends 'kept' ? Name : never }[keyof Parameters]
  : never;

/** The parameters that a new run and a saved view keep. */
export type KeptViewParameter = Extract<
  KeptOf<Views | { readonly parameters: typeof ROWS_PARAMETERS }>,
  string
>;

const LIVES = [
  ...Object.entries(ROWS_PARAMETERS),
  ...VIEWS.flatMap(({ parameters }) => Object.entries(parameters)),
];

// TypeScript gives object keys the type `string`; the actual keys are those of the types above.
export const VIEW_PARAMETERS = LIVES.map(([name]) => name) as readonly ViewParameter[];
export const KEPT_VIEW_PARAMETERS = LIVES.flatMap(([name, life]) =>
  life === 'kept' ? [name] : [],
) as readonly KeptViewParameter[];

/** Returns an object with a value for each of the names. */
export function byName<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
