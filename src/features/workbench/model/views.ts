/** Says what happens to an address parameter when a new run replaces the rows on screen. */
type ParameterLife =
  /** A new run keeps the parameter, and a saved view stores it. */
  | 'kept'
  /** The parameter applies only to the snapshot on screen. */
  | 'of-snapshot';

/** What the workbench knows about an analysis view. Everything else is in the folder of the view. */
interface ViewDefinition {
  /** The value of `show` in the address, and the key in the messages (`results.views`). */
  readonly name: string;
  /** The address parameters of the view, which no other view has. */
  readonly parameters: Readonly<Record<string, ParameterLife>>;
  /**
   * The rows that the view needs. `rows`: rows of the snapshot are in the query engine. The screen around the view shows their number, or
   * why there are none. `reading`: rows are being read, and the view itself shows the progress. `two-sides`: like `reading`, but rows are
   * read only when the address names the rows to compare with.
   */
  readonly needs: 'rows' | 'reading' | 'two-sides';
  /** Whether the view stays mounted after it was shown, because its results took long to compute. */
  readonly staysMounted: boolean;
}

/** The analysis views, in the order of their tabs. Tabs, addresses, saved views and the command palette are derived from this list. */
export const VIEWS = [
  {
    name: 'columns',
    parameters: { layout: 'kept', range: 'kept', brush: 'kept', pictured: 'kept' },
    needs: 'rows',
    staysMounted: false,
  },
  { name: 'pivot', parameters: { pivot: 'kept' }, needs: 'rows', staysMounted: false },
  {
    name: 'changes',
    parameters: { with: 'of-snapshot', keys: 'of-snapshot', price: 'of-snapshot', changes: 'of-snapshot' },
    needs: 'two-sides',
    staysMounted: true,
  },
  {
    name: 'checks',
    parameters: { checks: 'kept', roles: 'kept', finding: 'of-snapshot' },
    needs: 'reading',
    staysMounted: true,
  },
  {
    name: 'proposal',
    parameters: { proposal: 'kept', figure: 'of-snapshot' },
    needs: 'rows',
    staysMounted: false,
  },
] as const satisfies readonly ViewDefinition[];

/** The parameters of the **Rows** view, which the grid shows. */
const ROWS_PARAMETERS = { highlight: 'kept' } as const satisfies Readonly<Record<string, ParameterLife>>;

type Views = (typeof VIEWS)[number];

export type ViewName = Views['name'];

/** A view that is configured by parameters of the address. */
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
type KeptViewParameter = Extract<KeptOf<Views | { readonly parameters: typeof ROWS_PARAMETERS }>, string>;

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
