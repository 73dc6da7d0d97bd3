import type { SealedContent } from '@/shared/sealed-files/sealed-file';
import { CopyError, copyFailure, type CopyFailure } from '../copy-failure';
import { copyFolder, writeCopyFile, type CopyPlace } from '../copy-file';

/** What the page asks of the worker. Carried out in order. */
export interface CopyCommands {
  /** Writes the file of a copy. */
  readonly write: { readonly place: CopyPlace; readonly content: SealedContent };
}

/** What each command resolves to. */
export interface CopyResults {
  /** The size of the file on disk. */
  readonly write: number;
}

export type CopyCommandKind = keyof CopyCommands;
export type CopyCommand = {
  [Kind in CopyCommandKind]: { readonly kind: Kind } & CopyCommands[Kind];
}[CopyCommandKind];

/** The message from page to worker. */
export interface CopyMessage {
  readonly id: number;
  readonly command: CopyCommand;
}

/** The message from worker to page. */
export type CopyReply = { readonly id: number } & (
  | { readonly kind: 'done'; readonly result: CopyResults[CopyCommandKind] }
  | { readonly kind: 'failed'; readonly failure: CopyFailure }
);

/** Carries out commands one after the other. Independent of the worker's global scope, for tests. */
export function serveCopies(report: (reply: CopyReply) => void): (message: CopyMessage) => void {
  let work = Promise.resolve();

  async function execute(command: CopyCommand): Promise<CopyResults[CopyCommandKind]> {
    const directory = await copyFolder(command.place.folder, { isCreated: true });
    if (directory === null) throw new CopyError({ kind: 'unsupported' });
    return writeCopyFile(directory, command.place, command.content);
  }

  async function executeAfter(earlier: Promise<void>, { id, command }: CopyMessage): Promise<void> {
    await earlier;
    try {
      report({ id, kind: 'done', result: await execute(command) });
    } catch (error) {
      report({ id, kind: 'failed', failure: copyFailure(error) });
    }
  }

  return (message) => {
    work = executeAfter(work, message);
  };
}
