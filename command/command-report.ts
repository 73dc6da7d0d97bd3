import type { CommandProblem } from './command-problem';

/** The result of a command: its text, the same as JSON, and what its exit code says. */
export interface CommandReport {
  /** There are findings, differences or a drift beyond what was allowed. */
  readonly isWithFindings: boolean;
  /** Whether the text is what was asked for, and not a report that it was done. */
  readonly isResult: boolean;
  readonly text: string;
  readonly json: unknown;
  /** Parts of the work that were not done, beside those that were. */
  readonly failures?: readonly { readonly subject?: string; readonly problem: CommandProblem }[];
}
