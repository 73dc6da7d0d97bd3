import { useMemo, useState } from 'react';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';
import type { DraftQuery } from '../model/draft-query';
import { displayOrder, isOrderOf } from '../model/field-order';

/** The fields of a price column, divided into the lists on screen. */
export interface FieldLists {
  readonly byName: ReadonlyMap<string, PriceField>;
  /** The names of the fields that the user may view, in the order of the service. */
  readonly viewable: readonly string[];
  readonly viewableNames: ReadonlySet<string>;
  readonly chosenNames: ReadonlySet<string>;
  /** The names of all fields: the chosen ones in their order, and between them the others at their previous positions. */
  readonly order: readonly string[];
  /** The names of the chosen fields, and of fields that the user has just deselected. */
  readonly upper: readonly string[];
  readonly upperNames: ReadonlySet<string>;
  /** The names of the other fields, in the order of the service. */
  readonly lower: readonly string[];
  /** Sets the order of all fields, as the user has arranged them. */
  readonly arrange: (order: readonly string[]) => void;
  /** Keeps fields in the upper list, although the user deselects them. */
  readonly keepInPlace: (names: readonly string[]) => void;
  readonly keepNone: () => void;
}

/** Divides the fields into chosen ones and others. If `chosen` is null, all fields are chosen. */
export function useFieldLists(
  fields: readonly PriceField[],
  rights: Rights,
  chosen: DraftQuery['fields'],
  applied: DraftQuery | null,
): FieldLists {
  const { byName, names, viewable } = useMemo(() => fieldNames(fields, rights), [fields, rights]);
  const viewableNames = useMemo(() => new Set(viewable), [viewable]);
  const chosenNames = useMemo(() => new Set(chosen ?? viewable), [chosen, viewable]);
  const [arrangedOrder, setArrangedOrder] = useState<readonly string[]>(names);
  const order = useMemo(() => {
    const known = (chosen ?? viewable).filter((name) => byName.has(name));
    // The order that the user has arranged is kept, unless the chosen fields come in another order, for example from the address or undo.
    return arrangedOrder.length === names.length && isOrderOf(arrangedOrder, known)
      ? arrangedOrder
      : displayOrder(names, known);
  }, [arrangedOrder, chosen, viewable, names, byName]);
  // A deselected field keeps its position until the list is folded or the query is run, so that nothing moves under the pointer.
  const [keptNames, setKeptNames] = useState<ReadonlySet<string>>(new Set());
  const [lastApplied, setLastApplied] = useState(applied);
  if (applied !== lastApplied) {
    setLastApplied(applied);
    setKeptNames(new Set());
  }
  const upper = useMemo(
    () => order.filter((name) => (chosenNames.has(name) && viewableNames.has(name)) || keptNames.has(name)),
    [order, chosenNames, viewableNames, keptNames],
  );
  const upperNames = useMemo(() => new Set(upper), [upper]);
  const lower = useMemo(() => names.filter((name) => !upperNames.has(name)), [names, upperNames]);
  return {
    byName,
    viewable,
    viewableNames,
    chosenNames,
    order,
    upper,
    upperNames,
    lower,
    arrange: setArrangedOrder,
    keepInPlace: (added) => setKeptNames((kept) => new Set([...kept, ...added])),
    keepNone: () => setKeptNames(new Set()),
  };
}

function fieldNames(fields: readonly PriceField[], rights: Rights) {
  return {
    byName: new Map(fields.map((field) => [field.name, field])),
    names: fields.map((field) => field.name),
    viewable: fields
      .filter((field) => viewState(field, rights).state !== 'locked')
      .map((field) => field.name),
  };
}
