import type { SealedContent } from '@/lib/sealed-files/sealed-file';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { buffersOf, type RowsInColumns } from '@/lib/row-batches/column-buffers';
import type { WantedColumn } from '@/lib/table-files/parquet-columns';
import type { TableRow } from '@/lib/table-files/table-column';
import type { CallMessage, CallReply } from '@/ui/workers/worker-messages';
import { CopyError, copyFailure, type CopyFailure } from '../copy-failure';
import { copyFolder, writeCopyFile, type CopyPlace } from '../copy-file';
import { openCopyRows, type CopyPage, type CopyRows, type ExpectedCopy } from './copy-rows';

/** The commands to the worker, which executes them in order. */
export type CopyCommand =
  | { readonly kind: 'write'; readonly place: CopyPlace; readonly content: SealedContent }
  /** Verifies the whole file of a copy. The commands that follow read from this file. */
  | ({ readonly kind: 'open' } & ExpectedCopy)
  | { readonly kind: 'rows'; readonly rowStart: number; readonly rowEnd: number }
  | ({ readonly kind: 'page' } & CopyPage)
  | {
      readonly kind: 'columns';
      readonly rowStart: number;
      readonly rowEnd: number;
      readonly wanted: readonly WantedColumn[];
    };

export interface CopyResults {
  /** The size of the file on disk, in bytes. */
  readonly write: number;
  readonly open: null;
  readonly rows: readonly TableRow[];
  readonly page: BodyChunks;
  readonly columns: RowsInColumns;
}

export type CopyMessage = CallMessage<CopyCommand>;
export type CopyReply = CallReply<CopyResults[CopyCommand['kind']], CopyFailure>;

/** Executes commands one after another. It does not use the worker's global scope, so that tests can call it. */
export function serveCopies(
  report: (reply: CopyReply, transfer: Transferable[]) => void,
): (message: CopyMessage) => void {
  let work = Promise.resolve();
  let opened: CopyRows | null = null;

  async function execute(command: CopyCommand): Promise<CopyResults[CopyCommand['kind']]> {
    switch (command.kind) {
      case 'write': {
        const directory = await copyFolder(command.place.folder, { isCreated: true });
        if (directory === null) throw new CopyError({ kind: 'unsupported' });
        return writeCopyFile(directory, command.place, command.content);
      }
      case 'open':
        opened = await openCopyRows(command);
        return null;
      case 'rows':
        return openedRows().readRows(command.rowStart, command.rowEnd);
      case 'page':
        return openedRows().readPage(command);
      case 'columns':
        return openedRows().readColumns(command.rowStart, command.rowEnd, command.wanted);
    }
  }

  function openedRows(): CopyRows {
    if (opened === null) throw new CopyError({ kind: 'fault', detail: 'not open' });
    return opened;
  }

  async function executeAfter(earlier: Promise<void>, { id, command }: CopyMessage): Promise<void> {
    await earlier;
    try {
      const result = await execute(command);
      report({ id, kind: 'done', result }, transferredOf(result));
    } catch (error) {
      report({ id, kind: 'failed', trouble: copyFailure(error) }, []);
    }
  }

  return (message) => {
    work = executeAfter(work, message);
  };
}

function transferredOf(result: CopyResults[CopyCommand['kind']]): ArrayBuffer[] {
  if (result !== null && typeof result === 'object' && 'columns' in result) return buffersOf(result);
  if (!Array.isArray(result)) return [];
  return result.flatMap((part: unknown) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}
