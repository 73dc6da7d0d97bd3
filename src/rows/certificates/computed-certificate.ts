import * as z from 'zod';
import { certificateSchema, type Certificate, type SelfCertifiedFormat } from './certificate';
import { ownCertificateText } from './certified-file';

const { version, service, priceColumn, columns, digest, file, finished } = certificateSchema.shape;

const computedCertificateSchema = z.object({
  kind: z.enum([
    'colonnade-proposal-certificate',
    'colonnade-findings-certificate',
    'colonnade-changes-certificate',
    'colonnade-rows-certificate',
  ]),
  version,
  service,
  priceColumn,
  /** The snapshot. Undefined if rows of several snapshots were compared. */
  snapshot: z
    .object({
      /** Null if the service keeps no snapshots. */
      cacheKey: z.string().nullable(),
      taken: z.iso.datetime(),
      /** False if the rows were read without a stable snapshot. Absent for true. */
      isStable: z.literal(false).optional(),
      note: z.string().optional(),
      refined: z.object({ refinement: z.string() }).optional(),
      /** Describes the sources of columns that the snapshot does not have. */
      sources: z.array(z.object({ words: z.string() })).optional(),
    })
    .optional(),
  rules: z.array(z.object({ words: z.string() })).default([]),
  columns,
  rows: z.object({ written: z.int().nonnegative() }),
  digest,
  file: z.object({ name: z.string(), format: z.enum(['csv', 'xlsx']), csv: file.shape.csv }),
  finished,
});

/** Describes a file of new prices, findings, changes, or rows that were selected or computed in this console. It is not signed. */
export type ComputedCertificate = z.output<typeof computedCertificateSchema>;

export type AnyCertificate = Certificate | ComputedCertificate;

/** Parses the certificate of any file that the console writes. Returns null for any other text. */
export function readAnyCertificate(text: string): AnyCertificate | null {
  try {
    return z.union([certificateSchema, computedCertificateSchema]).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the certificate inside a file, or null if it has none. */
export async function ownAnyCertificate(
  format: SelfCertifiedFormat,
  content: Blob,
): Promise<AnyCertificate | null> {
  return readAnyCertificate(await ownCertificateText(format, content));
}
