import { InexpressibleValueError } from '@/contract/extraction';
import { PageMismatchError } from '@/contract/page-mismatch';
import { ExportError } from '@/features/export/model/export-failure';
import { EngineError } from '@/analysis/engine/analysis-engine';
import { ServiceError } from '@/ui/http/service-error';
import { CommandError, mismatchProblem, type CommandProblem } from './command-problem';
import { errorCode } from './files';

/** Converts any error to a problem that the command can report. */
export function problemOf(error: unknown): CommandProblem {
  if (error instanceof CommandError) return error.problem;
  if (error instanceof ServiceError) return { kind: 'service', failure: error.failure };
  if (error instanceof ExportError) return { kind: 'export', failure: error.failure };
  if (error instanceof PageMismatchError) return mismatchProblem(error);
  if (error instanceof EngineError && error.failure.kind === 'out-of-memory')
    return { kind: 'too-many-rows' };
  if (error instanceof InexpressibleValueError) return { kind: 'query', count: 1 };
  if (error instanceof Error && 'syscall' in error) {
    const file = 'path' in error && typeof error.path === 'string' ? error.path : '';
    return { kind: 'unwritable-file', file, code: errorCode(error) };
  }
  // Reports only the name of the error, because messages of the engine may quote a cell.
  return { kind: 'fault', detail: error instanceof Error ? error.name : 'unknown' };
}
