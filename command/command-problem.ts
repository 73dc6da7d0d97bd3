import type { PageMismatchKind, RepeatedRows } from '@/contract/page-mismatch';
import type { DescriptionProblem } from '@/contract/read-description';
import type { ExportFailure } from '@/features/export/model/export-failure';
import type { RefreshRefusal } from '@/features/export/model/workbook-refresh';
import type { ViewFileProblem } from '@/features/workbench/model/view-file';
import type { FileProblem } from '@/analysis/source-files/file-outline';
import type { ViewFailure } from '@/features/workbench/routine/run-view';
import type { AddressProblem } from '@/features/workbench/model/workbench-search';
import type { ServiceFailure } from '@/ui/http/service-error';

/** The exit codes of the command. They are part of its interface: schedulers branch on them. */
export const EXIT_CODES = {
  done: 0,
  /** There are more findings, differences or changes of the schema than were allowed. */
  findings: 1,
  /** The command, its options, the view or the files that it names cannot be used. */
  'wrong-use': 2,
  /** The service did not deliver what was requested, or delivered it wrongly; or the command itself has failed. */
  service: 3,
  'not-signed-in': 4,
} as const;

export type ExitKind = keyof typeof EXIT_CODES;

/** The reason why a run has failed. */
export type CommandProblem =
  /** The command's own file is incomplete, because its download was cut off. */
  | { readonly kind: 'cut-command' }
  | { readonly kind: 'no-command' }
  | { readonly kind: 'no-such-command'; readonly command: string }
  | { readonly kind: 'bad-options'; readonly detail: string }
  | { readonly kind: 'foreign-option'; readonly option: string; readonly command: string }
  | { readonly kind: 'no-view' }
  | { readonly kind: 'surplus-argument'; readonly argument: string }
  | { readonly kind: 'no-output' }
  | { readonly kind: 'bad-value'; readonly option: string; readonly value: string }
  | { readonly kind: 'bad-format'; readonly file: string }
  | { readonly kind: 'no-such-folder'; readonly folder: string }
  | { readonly kind: 'bad-link'; readonly link: string }
  | { readonly kind: 'address-for-file'; readonly address: string }
  /** `file` exists, but is not a regular file that can be replaced. */
  | { readonly kind: 'no-ordinary-file'; readonly file: string; readonly is: 'folder' | 'link' | 'other' }
  | { readonly kind: 'unreadable-file'; readonly file: string; readonly code: string }
  | { readonly kind: 'unwritable-file'; readonly file: string; readonly code: string }
  | { readonly kind: 'unwritable-output'; readonly code: string }
  | { readonly kind: 'bad-view-file'; readonly file: string; readonly problem: ViewFileProblem }
  | { readonly kind: 'no-such-view'; readonly file: string; readonly names: readonly string[] }
  /** `--name` was given together with a link, which is already a single view. */
  | { readonly kind: 'name-of-link' }
  | { readonly kind: 'no-views'; readonly file: string }
  | { readonly kind: 'several-views'; readonly file: string; readonly names: readonly string[] }
  | { readonly kind: 'no-such-price-column'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'address'; readonly problems: readonly AddressProblem[] }
  /** The query of the view cannot be run. */
  | { readonly kind: 'query'; readonly count: number }
  /** The view names lists of values that are stored only in the browser where it was made. */
  | { readonly kind: 'list-elsewhere' }
  /** The link shows only rows that were selected on screen. */
  | { readonly kind: 'part-of-rows' }
  | { readonly kind: 'no-refresh'; readonly reason: RefreshRefusal }
  /** `--fail-on` was given without a saved schema to compare with. */
  | { readonly kind: 'no-saved-schema' }
  | { readonly kind: 'no-schema-file'; readonly file: string }
  /** `compare` was called without a file to compare with. */
  | { readonly kind: 'no-other-side' }
  | { readonly kind: 'compared-file'; readonly file: string; readonly problem: FileProblem }
  /** The file's rows differ from what its certificate says. */
  | { readonly kind: 'not-as-certified'; readonly file: string }
  | { readonly kind: 'no-common-columns'; readonly file: string; readonly priceColumn: string }
  /** `column` cannot be a key or the price, because one of the compared sides lacks it or it is of the wrong type. */
  | { readonly kind: 'not-on-both-sides'; readonly column: string; readonly names: readonly string[] }
  /** No columns identify the rows on both sides of a comparison. */
  | { readonly kind: 'no-keys' }
  | { readonly kind: 'bad-changes-format'; readonly file: string }
  /** `routine` was called without files of saved views, or (`no-kept-folder`) without a folder for their rows. */
  | { readonly kind: 'no-routine-files' }
  | { readonly kind: 'no-kept-folder' }
  | { readonly kind: 'folder-in-use'; readonly folder: string }
  /** Some entries of a file of views cannot be read. */
  | { readonly kind: 'broken-views'; readonly file: string; readonly count: number }
  | { readonly kind: 'bad-report-file'; readonly file: string }
  /** The view uses a price column or parts of a query that the service no longer offers. */
  | { readonly kind: 'view'; readonly failure: ViewFailure }
  | { readonly kind: 'too-many-rows' }
  /** The service sent rows twice, so other rows are missing. */
  | { readonly kind: 'repeated-rows'; readonly repeated: RepeatedRows | null }
  /** A check that a user defined does not fit the view's columns. */
  | { readonly kind: 'own-check'; readonly name: string }
  /** A check compares with a kept copy (rows saved in a browser), which the command cannot read. */
  | { readonly kind: 'copy-elsewhere' }
  /** The link shows a kept copy, which the command cannot read. */
  | { readonly kind: 'copy-shown' }
  /** The service expects the query of a snapshot again, which the link does not tell. */
  | { readonly kind: 'unknown-query' }
  /** Columns are added from a file or a kept copy (rows saved in a browser) that the command cannot read. */
  | { readonly kind: 'source-elsewhere' }
  /** The format of `file` cannot hold rows that the command has filtered or extended with columns. */
  | { readonly kind: 'bad-shown-format'; readonly file: string }
  /** The columns of another source, of prices or of added columns, cannot be matched with those of the view. */
  | { readonly kind: 'unmatched-source' }
  | { readonly kind: 'no-service' }
  | { readonly kind: 'bad-service'; readonly address: string }
  | { readonly kind: 'no-credentials' }
  | { readonly kind: 'two-sign-ins' }
  | { readonly kind: 'bad-user-name' }
  | { readonly kind: 'bad-client-id' }
  | { readonly kind: 'bad-sign-in-file'; readonly file: string; readonly line: number }
  | { readonly kind: 'file-not-private'; readonly file: string }
  | { readonly kind: 'bad-certificate-file'; readonly file: string }
  | {
      readonly kind: 'bad-description';
      readonly file: string;
      readonly problems: readonly DescriptionProblem[];
    }
  | { readonly kind: 'wrong-credentials' }
  /** The service ended the session, and did not accept a new sign-in. */
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'certificate'; readonly code: string }
  | { readonly kind: 'unreachable'; readonly address: string; readonly code: string }
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** The check of the service has found that the main job cannot be done. */
  | { readonly kind: 'service-check'; readonly sentence: string }
  | { readonly kind: 'export'; readonly failure: ExportFailure }
  | { readonly kind: 'fault'; readonly detail: string };

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly problem: CommandProblem;
  constructor(problem: CommandProblem) {
    super(`The command cannot go on: ${problem.kind}`);
    this.problem = problem;
  }
}

const OF_SIGN_IN: ReadonlySet<CommandProblem['kind']> = new Set([
  'no-credentials',
  'two-sign-ins',
  'bad-user-name',
  'bad-sign-in-file',
  'file-not-private',
  'wrong-credentials',
  'session-ended',
]);
const OF_SERVICE: ReadonlySet<CommandProblem['kind']> = new Set([
  'certificate',
  'unreachable',
  'service',
  'service-check',
  'export',
  'repeated-rows',
  'too-many-rows',
  'unwritable-output',
  'fault',
]);

/** Returns the kind of exit code for a problem. */
export function exitOf(problem: CommandProblem): Exclude<ExitKind, 'done' | 'findings'> {
  const isUnauthenticated = serviceFailureOf(problem)?.kind === 'unauthenticated';
  if (isUnauthenticated || OF_SIGN_IN.has(problem.kind)) return 'not-signed-in';
  return OF_SERVICE.has(problem.kind) ? 'service' : 'wrong-use';
}

/** Returns the failure of the service that caused a problem; null if something else caused it. */
export function serviceFailureOf(problem: CommandProblem): ServiceFailure | null {
  if (problem.kind === 'service') return problem.failure;
  return problem.kind === 'export' && problem.failure.kind === 'service' ? problem.failure.failure : null;
}

/** Returns the problem for a page that contradicts its snapshot. */
export function mismatchProblem(of: {
  readonly mismatch: PageMismatchKind;
  readonly repeated: RepeatedRows | null;
  readonly page?: number | null;
}): CommandProblem {
  const { mismatch, repeated, page } = of;
  return mismatch === 'double-key'
    ? { kind: 'repeated-rows', repeated }
    : // The number of the page is known, because only doubled keys are found by comparing several pages.
      { kind: 'export', failure: { kind: 'mismatch', mismatch, page: page ?? 1, row: null } };
}
