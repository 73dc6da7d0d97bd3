import { isNotLoaded } from '@/ui/page-version/not-loaded';
import { damageOf } from '@/lib/table-files/damaged-file';
import { UnclosedQuoteError } from '@/lib/table-files/csv-splitter';
import type { NamedBlob } from './chosen-files';
import { FileProblemError, type FileOutline, type FileProblem, type OutlineChoices } from './file-outline';
import { readFileRows, type FileRows, type FileRowsRequest, type FileRowsSummary } from './read-file-rows';
import { readOutline } from './read-outline';

/** The commands of the page to the worker that reads files. */
export type FileCommand =
  | { readonly kind: 'outline'; readonly files: readonly NamedBlob[]; readonly choices: OutlineChoices }
  | { readonly kind: 'rows'; readonly request: FileRowsRequest }
  /** The engine has taken a batch, so the worker may send another one. */
  | { readonly kind: 'taken' };

export type FileReport =
  /** Reports that the worker makes progress. */
  | { readonly kind: 'alive' }
  /** The share, from 0 to 1, while a whole file is read for its outline. */
  | { readonly kind: 'scanned'; readonly share: number }
  | { readonly kind: 'outline'; readonly outline: FileOutline }
  | { readonly kind: 'rows'; readonly rows: FileRows }
  | { readonly kind: 'end'; readonly summary: FileRowsSummary }
  | { readonly kind: 'problem'; readonly problem: FileProblem };

/** Batches that are sent to the engine at once: one is inserted while the next is read. */
const MOST_BATCHES = 2;

/** A smaller change of the share is not reported. */
const REPORTED_SHARE = 0.01;

/** Reads files for the page. Independent of the worker's global scope, for tests. */
export function serveFile(
  report: (message: FileReport, transfer: Transferable[]) => void,
): (command: FileCommand) => void {
  let underWay = 0;
  let onTaken: (() => void) | null = null;

  async function send(request: FileRowsRequest): Promise<void> {
    const batches = readFileRows(request);
    for (;;) {
      const next = await batches.next();
      if (next.done === true) return report({ kind: 'end', summary: next.value }, []);
      const { columns } = next.value;
      report(
        { kind: 'rows', rows: next.value },
        columns.flatMap(({ kinds, ends, bytes }) => [kinds.buffer, ends.buffer, bytes.buffer]),
      );
      underWay += 1;
      if (underWay < MOST_BATCHES) continue;
      await new Promise<void>((resolve) => {
        onTaken = resolve;
      });
    }
  }

  async function outline(files: readonly NamedBlob[], choices: OutlineChoices): Promise<void> {
    let reported = 0;
    const onProgress = (share: number) => {
      if (share - reported < REPORTED_SHARE) return;
      reported = share;
      report({ kind: 'scanned', share }, []);
    };
    report({ kind: 'outline', outline: await readOutline(files, choices, onProgress) }, []);
  }

  async function execute(command: FileCommand): Promise<void> {
    switch (command.kind) {
      case 'outline':
        return outline(command.files, command.choices);
      case 'rows':
        return send(command.request);
      case 'taken':
        underWay -= 1;
        onTaken?.();
        onTaken = null;
    }
  }

  return (command) => {
    execute(command).catch((error: unknown) => report({ kind: 'problem', problem: problemOf(error) }, []));
  };
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof FileProblemError) return error.problem;
  if (isNotLoaded(error)) return { kind: 'not-loaded' };
  // Recognised by name, because the reader of workbooks is only loaded for a workbook.
  if (error instanceof Error && error.name === 'LargeTextsError') return { kind: 'large-texts' };
  if (error instanceof UnclosedQuoteError) return { kind: 'unclosed-quote', record: error.record };
  // An error of the browser: the file was removed, or reading it is not allowed.
  if (error instanceof DOMException && error.name !== 'DataError') return { kind: 'unreadable' };
  return { kind: 'damaged', damage: damageOf(error) };
}
