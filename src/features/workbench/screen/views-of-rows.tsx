import { Stack } from '@mantine/core';
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '@/ui/components/lazy-part';
import { coveragePlace, setupPlace } from '../controller/places';
import { useShownParts } from '../controller/use-shown-parts';
import { useWorkbenchScope } from '../controller/use-workbench';
import { VIEWS, type ViewName } from '../model/views';
import { CoverageBar } from '../rows-read/reading/coverage-bar';
import { NoRowsRead } from '../rows-read/reading/no-rows-read';
import { SizeChoice } from '../rows-read/reading/size-choice';
import type { Reading } from '../rows-read/reading/use-reading';
import {
  RowsReadProvider,
  RowsReadScopeProvider,
  type RowsReadScope,
} from '../rows-read/rows/rows-read-scope';
import { VIEW_LOADERS } from '../views/registry';
import type { ViewPartProps, ViewParts } from '../views/view-part';

const RefinedBar = lazyPart(
  async () => ({ Part: (await import('../rows-read/steps/refined-bar')).RefinedBar }),
  'inline',
);

/** The views of the rows of one snapshot, each one a lazy part. */
const PARTS = VIEWS.map((view) => ({
  ...view,
  Part: lazyPart(async () => ({ Part: withSetup(await VIEW_LOADERS[view.name]()) }), 'inline'),
}));

/** Renders the results of a view, and its settings in the query panel while the view is on screen. */
function withSetup({ Part, Setup, Scope = NoScope }: ViewParts) {
  return function View(props: ViewPartProps) {
    return (
      <Scope {...props}>
        {props.isShown && (
          <setupPlace.Into>
            <Setup />
          </setupPlace.Into>
        )}
        <coveragePlace.Withheld when={!props.isShown}>
          <Part {...props} />
        </coveragePlace.Withheld>
      </Scope>
    );
  };
}

function NoScope({ children }: { readonly children: ReactNode }) {
  return children;
}

export interface ViewsOfRowsProps {
  /** The rows as they were read, without added columns and without the refinement. */
  readonly asRead: RowsReadScope;
  /** The rows with added columns and with the refinement. */
  readonly prepared: RowsReadScope;
}

/** The view on screen, and the hidden views that stay mounted. */
export function ViewsOfRows({ asRead, prepared }: ViewsOfRowsProps) {
  const { shownView } = useWorkbenchScope();
  const { parts } = useShownParts();
  const [kept, setKept] = useState<ReadonlySet<ViewName>>(new Set());
  const due = PARTS.find(
    ({ name, staysMounted }) =>
      staysMounted && !kept.has(name) && (name === shownView || (name === 'checks' && parts.runsChecks)),
  );
  if (due !== undefined) setKept(new Set([...kept, due.name]));
  // Comparisons use the rows without added columns, because the other snapshot only has columns of the service.
  const ofSides = useMemo(() => ({ ...prepared, reading: asRead.reading }), [prepared, asRead.reading]);
  return PARTS.map(({ name, needs, staysMounted, Part }) => {
    const isShown = name === shownView;
    if (staysMounted ? !kept.has(name) : !isShown) return null;
    return needs === 'rows' ? (
      <ViewOfRows key={name} prepared={prepared} Part={Part} />
    ) : (
      <RowsReadScopeProvider key={name} value={needs === 'two-sides' ? ofSides : prepared}>
        <Part isShown={isShown} />
      </RowsReadScopeProvider>
    );
  });
}

type ViewPart = (typeof PARTS)[number]['Part'];

/** Loads the code of all views once rows are read, so that the next view opens without waiting for code. */
export function usePreloadedViews(hasRows: boolean): void {
  useEffect(() => {
    if (hasRows) for (const { Part } of PARTS) void Part.preload();
  }, [hasRows]);
}

/** A view that needs rows, with a note above it that says which rows were read. */
function ViewOfRows({ prepared, Part }: Pick<ViewsOfRowsProps, 'prepared'> & { readonly Part: ViewPart }) {
  const { refining } = prepared;
  const reading = { ...prepared.reading, rowsRead: rowsOf(prepared) };
  const { state, rowsRead } = reading;
  if (state.status === 'choosing') return <SizeChoice reading={reading} />;
  return (
    <Stack gap={0} mih="100%">
      {state.snapshotRows > 0 && <CoverageBar reading={reading} />}
      {refining !== null && <RefinedBar refining={refining} />}
      <Stack gap={0} flex={1} miw={0}>
        {rowsRead === null || state.snapshotRows === 0 ? (
          <NoRowsRead reading={reading} />
        ) : (
          <RowsReadProvider value={rowsRead}>
            <Shown Part={Part} />
          </RowsReadProvider>
        )}
      </Stack>
    </Stack>
  );
}

/** Rendering all columns takes longer than receiving a page, so views only render when the rows to show change. */
const Shown = memo(function Shown({ Part }: { readonly Part: ViewPart }) {
  return <Part isShown />;
});

/** Returns the rows read, or the rows that satisfy the refinement; null until they exist. */
export function rowsOf({ reading, refining }: RowsReadScope): Reading['rowsRead'] {
  if (refining === null) return reading.rowsRead;
  return refining.status === 'ready' ? refining.rowsRead : null;
}
