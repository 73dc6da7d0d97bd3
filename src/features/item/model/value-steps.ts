import { valueScale } from '@/ui/pictures/value-scale';
import { applies, type LanePrice, type PriceLane } from './price-lanes';
import type { TimeScale } from './time-scale';

/** A horizontal part of a line: one price while it applies. Coordinates go from 0 (left, bottom) to 1. */
export interface Step {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

export interface StepPlot {
  readonly ticks: readonly { readonly value: number; readonly share: number }[];
  readonly steps: readonly (readonly Step[])[];
  /** The days on which a line changes, in order, and the space from each day to the next. */
  readonly days: readonly { readonly day: number; readonly start: number; readonly end: number }[];
}

/** The maximum number of lines that users can still distinguish. */
const MOST_LINES = 6;
const VALUE_TICKS = 4;

/** Computes positions for the prices of some lanes over time. */
export function stepPlot(lanes: readonly PriceLane[], scale: TimeScale): StepPlot {
  const priced = lanes.map(({ prices }) => prices.filter((price) => hasValue(price) && applies(price)));
  // Prices may have more digits than a JavaScript number, but a number is exact enough for drawing.
  const values = priced.flat().map(({ value }) => Number(value));
  const { ticks, shareOf } = valueScale(Math.min(...values), Math.max(...values), VALUE_TICKS);
  const days = [
    ...new Set(priced.flat().map(({ span }) => Math.max(span.from ?? scale.first, scale.first))),
  ].toSorted((a, b) => a - b);
  return {
    ticks: ticks.map((value) => ({ value, share: shareOf(value) })),
    steps: priced.map((prices) =>
      prices.map(({ span, value }) => ({
        x1: scale.shareOf(span.from, 'start'),
        x2: scale.shareOf(span.to, 'end'),
        y: shareOf(Number(value)),
      })),
    ),
    days: days.map((day, index) => ({
      day,
      start: index === 0 ? 0 : scale.shareOf(day, 'start'),
      end: scale.shareOf(days[index + 1] ?? null, index === days.length - 1 ? 'end' : 'start'),
    })),
  };
}

function hasValue(price: LanePrice): price is LanePrice & { readonly value: string } {
  return price.value !== null && Number.isFinite(Number(price.value));
}

/** A group of lanes whose prices can be compared, because price column and currency are the same. */
export interface StepGroup {
  readonly key: string;
  readonly lanes: readonly PriceLane[];
  readonly currency: string | null;
}

/** Returns the groups of lanes that have at least one value, in the order of the lanes. */
export function stepGroups(lanes: readonly PriceLane[]): readonly StepGroup[] {
  const groups = new Map<string, { lanes: PriceLane[]; currency: string | null }>();
  for (const lane of lanes) {
    if (!lane.prices.some(hasValue)) continue;
    const { roles, laneColumns, priceColumn } = lane.section;
    const part = roles.currency === null ? null : lane.parts[laneColumns.indexOf(roles.currency)];
    const currency = typeof part === 'string' ? part : null;
    const key = JSON.stringify([priceColumn.name, currency]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { lanes: [lane], currency });
    else group.lanes.push(lane);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** Returns the lanes to draw, sorted by quantity: the smallest quantity is the usual reference. The number is limited. */
export function drawnLanes({ lanes }: StepGroup): readonly PriceLane[] {
  const quantityOf = ({ section: { roles, laneColumns }, parts }: PriceLane) => {
    const part = roles.quantity === null ? undefined : parts[laneColumns.indexOf(roles.quantity)];
    return typeof part === 'string' ? Number(part) : 0;
  };
  return lanes.toSorted((a, b) => quantityOf(a) - quantityOf(b)).slice(0, MOST_LINES);
}
