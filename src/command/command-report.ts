/** What a command gives to whoever started it. */
export interface CommandReport {
  /** There are findings, differences or a drift beyond what was allowed. */
  readonly isWithFindings: boolean;
  readonly text: string;
  readonly json: unknown;
}
