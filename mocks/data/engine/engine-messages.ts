import type { RowRange } from './row-engine';
import type { RowSelection } from './selection';

/** A message to the engine's worker. `id` identifies the call. */
export type EngineRequest =
  | (EngineQuestion & { readonly id: number; readonly isProgressWanted: boolean })
  | { readonly id: number; readonly kind: 'cancel' };

export type EngineQuestion =
  | { readonly kind: 'count'; readonly selection: RowSelection }
  | { readonly kind: 'read'; readonly range: RowRange };

export type EngineReply =
  | { readonly id: number; readonly kind: 'progress'; readonly scannedRows: number }
  | { readonly id: number; readonly kind: 'counted'; readonly count: number }
  | { readonly id: number; readonly kind: 'read'; readonly json: Uint8Array<ArrayBuffer> }
  | {
      readonly id: number;
      readonly kind: 'failed';
      readonly message: string;
      /** Whether the selection caused the failure, and not the engine. */
      readonly isSelectionError: boolean;
    };
