import type { CommandProblem } from './command-problem';

/** The result of a command, as text and as JSON, with the facts that determine the exit code. */
export interface CommandReport {
  readonly isWithFindings: boolean;
  /** Whether the text is the requested result itself, and not a message that the work was done. */
  readonly isResult: boolean;
  readonly text: string;
  readonly json: unknown;
  readonly failures?: readonly { readonly subject?: string; readonly problem: CommandProblem }[];
}
