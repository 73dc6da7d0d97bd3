import type { KeyboardEvent, PointerEvent } from 'react';
import { createListeners } from '@/lib/base/listeners';

/** The elements of an item. Only an item with a handle can be moved. */
export interface ItemElements {
  readonly item: HTMLElement | null;
  readonly handle: HTMLElement | null;
}

/** Starts a move with the event that requested it. */
export type StartMove = (event: KeyboardEvent | PointerEvent) => void;

/** The keys that pick an item up. Enter is not one of them, because it opens the handle's menu. */
export const START_KEYS: string[] = ['Space'];

/** The mounted items of a list. If a user begins a move before the drag and drop code is loaded, the move starts after loading. */
export class ReorderingList {
  /** Loads the drag and drop code. */
  readonly prepare: () => void;
  #elements: ReadonlyMap<string, ItemElements> = new Map();
  readonly #listeners = createListeners();
  readonly #startMove = new Map<string, StartMove>();
  #pending: { readonly id: string; readonly event: KeyboardEvent | PointerEvent } | null = null;

  constructor(prepare: () => void) {
    this.prepare = prepare;
  }

  readonly getElements = (): ReadonlyMap<string, ItemElements> => this.#elements;

  readonly subscribe = (listener: () => void): (() => void) => {
    return this.#listeners.subscribe(listener);
  };

  setElement(id: string, part: keyof ItemElements, element: HTMLElement | null): void {
    const elements = { ...(this.#elements.get(id) ?? { item: null, handle: null }), [part]: element };
    const next = new Map(this.#elements);
    if (elements.item === null && elements.handle === null) next.delete(id);
    else next.set(id, elements);
    this.#elements = next;
    this.#listeners.notify();
  }

  /** The drag and drop code calls this for each item that it can move. Returns a function that disconnects the item. */
  connect(id: string, startMove: StartMove): () => void {
    this.#startMove.set(id, startMove);
    const pending = this.#pending;
    if (pending?.id === id) {
      this.#pending = null;
      startMove(pending.event);
    }
    return () => this.#startMove.delete(id);
  }

  start(id: string, event: KeyboardEvent | PointerEvent): void {
    const startMove = this.#startMove.get(id);
    if (startMove !== undefined) {
      startMove(event);
      return;
    }
    const isKey = 'key' in event;
    // Arrow keys must not scroll the list while an item is about to be picked up.
    if (isKey && this.#pending?.id === id && event.code.startsWith('Arrow')) event.preventDefault();
    if (isKey && !START_KEYS.includes(event.code)) return;
    this.#pending = { id, event };
    this.prepare();
    if (isKey) return;
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(
        end,
        () => {
          if (this.#pending?.event === event) this.#pending = null;
        },
        { once: true, capture: true },
      );
  }
}
