import { errorMessages, openEnvelope } from '@/contract/envelope.schema';
import { extractPageEndpoint } from '@/contract/extraction.schema';
import { pageBreach } from '@/contract/page-breach';
import type { SnapshotPage } from '@/contract/extraction';
import { readAnswer } from '@/shared/http/read-answer';
import { ServiceError } from '@/shared/http/service-error';
import { ExportError } from '../model/export-failure';
import type { ExportJob } from '../model/export-job';

const decoder = new TextDecoder();

/** Reads an answer and makes sure that it is this page of the job's snapshot. Throws ExportError. */
export function readPage(bytes: Uint8Array<ArrayBuffer>, page: number, job: ExportJob): SnapshotPage {
  const answer = opened(bytes, page, job);
  const breach = pageBreach(answer, { page, pageSize: job.pageSize }, job.snapshot);
  if (breach !== null) throw new ExportError({ kind: 'breach', breach, page, row: null });
  return answer;
}

function opened(bytes: Uint8Array<ArrayBuffer>, page: number, job: ExportJob): SnapshotPage {
  const input = {
    priceColumn: job.priceColumn.name,
    cacheKey: job.snapshot.cacheKey,
    columns: job.snapshotColumns,
    page,
    pageSize: job.pageSize,
  };
  try {
    return readAnswer(
      {
        status: 200,
        text: decoder.decode(bytes),
        bytes: null,
        contentType: '',
        retryAfter: null,
        date: null,
      },
      {
        name: extractPageEndpoint.name,
        permission: extractPageEndpoint.permission,
        decode: (data) => extractPageEndpoint.decode(data, input),
      },
      { openEnvelope, errorMessages },
      0,
    );
  } catch (error) {
    if (error instanceof ServiceError) throw new ExportError({ kind: 'service', failure: error.failure });
    throw error;
  }
}
