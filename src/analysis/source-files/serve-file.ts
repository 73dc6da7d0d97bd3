import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { damageOf } from '@/lib/table-files/damaged-file';
import { UnclosedQuoteError } from '@/lib/table-files/csv-splitter';
import type { CallMessage, CallNote, CallReply } from '@/ui/workers/worker-messages';
import type { NamedBlob } from './chosen-files';
import { FileProblemError, type FileOutline, type FileProblem, type OutlineChoices } from './file-outline';
import { readFileRows, type FileRows, type FileRowsRequest, type FileRowsSummary } from './read-file-rows';
import { readOutline } from './read-outline';

/** The commands that the page sends to the worker that reads files. */
export type FileCommand =
  | { readonly kind: 'outline'; readonly files: readonly NamedBlob[]; readonly choices: OutlineChoices }
  | { readonly kind: 'open'; readonly request: FileRowsRequest }
  /** Reads the next batch of the rows that were opened. */
  | { readonly kind: 'next' };

export interface FileResults {
  readonly outline: FileOutline;
  readonly open: null;
  readonly next: IteratorResult<FileRows, FileRowsSummary>;
}

type Result = FileResults[FileCommand['kind']];

export type FileMessage = CallMessage<FileCommand>;
/** A reply of the worker. A note contains the share that was read, from 0 to 1, while a whole file is read for its outline. */
export type FileReply = CallReply<Result, FileProblem> | CallNote<number>;

/** The least change of the share that is reported. */
const REPORTED_SHARE = 0.01;

/** Reads files for the page. Does not use the worker's global scope, so that tests can call this function. */
export function serveFile(
  report: (reply: FileReply, transfer: Transferable[]) => void,
): (message: FileMessage) => void {
  let rows: ReturnType<typeof readFileRows> | null = null;

  async function execute({ id, command }: FileMessage): Promise<Result> {
    switch (command.kind) {
      case 'outline': {
        let reported = 0;
        return readOutline(command.files, command.choices, (share) => {
          if (share - reported < REPORTED_SHARE) return;
          reported = share;
          report({ id, kind: 'progress', progress: share }, []);
        });
      }
      case 'open':
        rows = readFileRows(command.request);
        return null;
      case 'next':
        if (rows === null) throw new RangeError('No rows were opened.');
        return rows.next();
    }
  }

  async function answer(message: FileMessage): Promise<void> {
    const { id } = message;
    try {
      const result = await execute(message);
      report({ id, kind: 'done', result }, transferredOf(result));
    } catch (error) {
      report({ id, kind: 'failed', trouble: problemOf(error) }, []);
    }
  }

  return (message) => void answer(message);
}

function transferredOf(result: Result): ArrayBuffer[] {
  if (result === null || !('done' in result) || result.done) return [];
  return result.value.columns.flatMap(({ kinds, ends, bytes }) => [kinds.buffer, ends.buffer, bytes.buffer]);
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof FileProblemError) return error.problem;
  if (isNotLoaded(error)) return { kind: 'not-loaded' };
  // The error is recognized by its name, because its class is loaded only for a workbook.
  if (error instanceof Error && error.name === 'LargeTextsError') return { kind: 'large-texts' };
  if (error instanceof UnclosedQuoteError) return { kind: 'unclosed-quote', record: error.record };
  // The browser cannot read the file, because it was removed or reading it is not allowed.
  if (error instanceof DOMException && error.name !== 'DataError') return { kind: 'unreadable' };
  return { kind: 'damaged', damage: damageOf(error) };
}
