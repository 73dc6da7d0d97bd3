import { isStable } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import { certifiedKey, type Certificate } from '@/rows/certificates/certificate';
import type { Refinement } from '../conditions/refinement';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { AddedSourceFacts, Coverage, RowsRead } from '../reading/rows-read';

/** The origin of a file's rows, as its certificate describes it. */
export interface RowsOrigin extends Pick<Certificate['snapshot'], 'cacheKey' | 'isStable' | 'note'> {
  readonly service: string;
  readonly priceColumn: string;
  readonly kind: 'snapshot' | 'copy';
  /** The time of the snapshot, in ISO 8601. */
  readonly taken: string;
  /** The parts of the query as texts; empty if the query is unknown. */
  readonly query: readonly string[];
  readonly coverage: Coverage;
  /** Present if there is a refinement (filters on the rows read): `refinement` describes it as text, the other members as data. */
  readonly refined?: Refinement & {
    readonly rowCount: number;
    readonly ofRowCount: number;
    readonly refinement: string;
    /** By column, the number of computed values that are blank because an intermediate result has more than 38 digits. */
    readonly tooLong?: Readonly<Record<string, number>> | undefined;
  };
  /** The sources of columns that were added to the service's rows; absent if there are none. */
  readonly sources?: readonly AddedSourceFacts[];
}

/** Returns the origin of the rows read from a snapshot. */
export function rowsOrigin(
  { coverage, refined, added = [] }: Pick<RowsRead, 'coverage' | 'refined' | 'added'>,
  { snapshot, takenAtMs, keptCopy }: Pick<OpenSnapshot, 'snapshot' | 'takenAtMs' | 'keptCopy'>,
  of: Pick<RowsOrigin, 'service' | 'priceColumn' | 'query'>,
): RowsOrigin {
  return {
    ...of,
    kind: keptCopy === undefined ? 'snapshot' : 'copy',
    ...certifiedKey(namedKey(snapshot.cacheKey), isStable(snapshot)),
    taken: new Date(takenAtMs).toISOString(),
    coverage,
    ...(refined !== undefined && {
      refined: {
        rowCount: refined.rowCount,
        ofRowCount: refined.ofRowCount,
        refinement: refined.words,
        ...refined.refinement,
        ...(Object.keys(refined.tooLong ?? {}).length > 0 && { tooLong: refined.tooLong }),
      },
    }),
    ...(added.length > 0 && { sources: added }),
  };
}
