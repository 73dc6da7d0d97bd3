import { useMemo, useState } from 'react';
import type { PriceField } from '@/contract/column';
import { viewState, type Rights } from '@/session/rights/rights';
import type { DraftQuery } from '../model/draft-query';
import { displayOrder, isOrderOf } from '../model/field-order';

/** The names of a price column's fields, as the list shows them. */
export interface FieldLists {
  readonly byName: ReadonlyMap<string, PriceField>;
  /** The fields that the person may view, in the service's order. */
  readonly viewable: readonly string[];
  readonly viewableNames: ReadonlySet<string>;
  readonly chosenNames: ReadonlySet<string>;
  /** All fields: chosen fields in their order, the other fields at their previous places. */
  readonly order: readonly string[];
  /** The chosen fields, and fields that were just unticked. */
  readonly upper: readonly string[];
  readonly upperNames: ReadonlySet<string>;
  /** The other fields, in the service's order. */
  readonly lower: readonly string[];
  /** Sets the order of all fields that the person has chosen. */
  readonly arrange: (order: readonly string[]) => void;
  /** Keeps fields that are about to be unticked among the chosen fields. */
  readonly keepInPlace: (names: readonly string[]) => void;
  readonly keepNone: () => void;
}

/** Divides the fields into chosen and other fields. `chosen` is null if all are chosen. */
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
    // Fields keep the order that the person gave them. A choice from the address or undo has its own order.
    return arrangedOrder.length === names.length && isOrderOf(arrangedOrder, known)
      ? arrangedOrder
      : displayOrder(names, known);
  }, [arrangedOrder, chosen, viewable, names, byName]);
  // A field that was just unticked stays where it is until the list is folded or the query is run: nothing moves under the pointer.
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
