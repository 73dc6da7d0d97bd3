import type { PageMismatchKind, RepeatedRows } from '@/contract/page-mismatch';
import type { DescriptionProblem } from '@/contract/service-description';
import type { ExportFailure } from '@/features/export/model/export-failure';
import type { RefreshRefusal } from '@/features/export/model/workbook-refresh';
import type { ViewFileProblem } from '@/features/workbench/model/view-file';
import type { FileProblem } from '@/features/workbench/rows-read/sources/files/file-outline';
import type { ViewFailure } from '@/features/workbench/routine/run-view';
import type { AddressProblem } from '@/features/workbench/model/workbench-search';
import type { ServiceFailure } from '@/ui/http/service-error';

/** The exit codes of the command. They are part of its interface: schedulers branch on them. */
export const EXIT_CODES = {
  done: 0,
  /** Findings, differences or a drift beyond what was allowed. */
  findings: 1,
  /** The command, its options, the view or the files that it names cannot be used. */
  'wrong-use': 2,
  /** The service did not give what was asked for, or gave it wrongly; also for faults of the run itself. */
  service: 3,
  'not-signed-in': 4,
} as const;

export type ExitKind = keyof typeof EXIT_CODES;

/** Why a run did not do what it was asked to. */
export type CommandProblem =
  /** The command's own file is incomplete: its download was cut off. */
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
  /** The existing entry of that name is not a file that can be replaced. */
  | { readonly kind: 'no-ordinary-file'; readonly file: string; readonly is: 'folder' | 'link' | 'other' }
  | { readonly kind: 'unreadable-file'; readonly file: string; readonly code: string }
  | { readonly kind: 'unwritable-file'; readonly file: string; readonly code: string }
  | { readonly kind: 'unwritable-output'; readonly code: string }
  | { readonly kind: 'bad-view-file'; readonly file: string; readonly problem: ViewFileProblem }
  | { readonly kind: 'no-such-view'; readonly file: string; readonly names: readonly string[] }
  /** `--name` was given beside a link, which already names one view. */
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
  /** A comparison without a file to compare with. */
  | { readonly kind: 'no-other-side' }
  | { readonly kind: 'compared-file'; readonly file: string; readonly problem: FileProblem }
  /** The file's rows differ from what its certificate says. */
  | { readonly kind: 'not-as-certified'; readonly file: string }
  | { readonly kind: 'no-common-columns'; readonly file: string; readonly priceColumn: string }
  /** A key, or the price, is not a column that both sides have and that can serve as one. */
  | { readonly kind: 'not-on-both-sides'; readonly column: string; readonly names: readonly string[] }
  /** No column tells the rows of both sides apart. */
  | { readonly kind: 'no-keys' }
  | { readonly kind: 'bad-changes-format'; readonly file: string }
  /** A routine without files of views, or without the folder that keeps their rows. */
  | { readonly kind: 'no-routine-files' }
  | { readonly kind: 'no-kept-folder' }
  | { readonly kind: 'folder-in-use'; readonly folder: string }
  /** Some entries of a file of views cannot be read. */
  | { readonly kind: 'broken-views'; readonly file: string; readonly count: number }
  | { readonly kind: 'bad-report-file'; readonly file: string }
  /** The view no longer fits the service. */
  | { readonly kind: 'view'; readonly failure: ViewFailure }
  | { readonly kind: 'too-many-rows' }
  /** The service sent rows twice, so other rows are missing. */
  | { readonly kind: 'repeated-rows'; readonly repeated: RepeatedRows | null }
  /** An own check does not fit the view's columns. */
  | { readonly kind: 'own-check'; readonly name: string }
  /** A check compares with a copy that only a browser has. */
  | { readonly kind: 'copy-elsewhere' }
  /** Columns are added from a file or a kept copy that only a browser has. */
  | { readonly kind: 'source-elsewhere' }
  /** This format cannot hold rows that were refined or have added columns. */
  | { readonly kind: 'bad-shown-format'; readonly file: string }
  /** The columns of a source of prices, or of added columns, cannot be matched. */
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
  /** The service ended the session, and did not accept a new one. */
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'certificate'; readonly code: string }
  | { readonly kind: 'unreachable'; readonly address: string; readonly code: string }
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
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
  'export',
  'repeated-rows',
  'too-many-rows',
  'unwritable-output',
  'fault',
]);

/** Returns how a run ends with the problem. */
export function exitOf(problem: CommandProblem): Exclude<ExitKind, 'done' | 'findings'> {
  const isUnauthenticated = serviceFailureOf(problem)?.kind === 'unauthenticated';
  if (isUnauthenticated || OF_SIGN_IN.has(problem.kind)) return 'not-signed-in';
  return OF_SERVICE.has(problem.kind) ? 'service' : 'wrong-use';
}

/** Returns the failure of the service behind a problem; null for other problems. */
export function serviceFailureOf(problem: CommandProblem): ServiceFailure | null {
  if (problem.kind === 'service') return problem.failure;
  return problem.kind === 'export' && problem.failure.kind === 'service' ? problem.failure.failure : null;
}

/** Returns the problem for pages that contradict their snapshot. */
export function mismatchProblem(of: {
  readonly mismatch: PageMismatchKind;
  readonly repeated: RepeatedRows | null;
  readonly page?: number | null;
}): CommandProblem {
  const { mismatch, repeated, page } = of;
  return mismatch === 'double-key'
    ? { kind: 'repeated-rows', repeated }
    : // The page is known: only doubled keys are found by comparing pages.
      { kind: 'export', failure: { kind: 'mismatch', mismatch, page: page ?? 1, row: null } };
}
