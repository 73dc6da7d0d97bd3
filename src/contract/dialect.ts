import type { EnvelopeContent } from './envelope.schema';
import type {
  ExtractPageInput,
  ExtractionQuery,
  FilterCondition,
  SnapshotTraits,
  TypedField,
} from './extraction';
import type { BodyChunks } from '@/lib/base/body-chunks';
import type { JsonText } from '@/lib/base/json-text';
import type { ServiceDescription } from './service-description';

/**
 * How a described service writes the messages that the contract leaves open (docs/service.md). Answers are translated to
 * the notation of the contract as they arrive, so no other code knows the dialect. A service without a description has
 * none.
 */
export interface Dialect {
  readonly description: ServiceDescription;
  /** Reads the envelope, the object around the data of an answer. Throws if there is none. */
  readonly openEnvelope: (json: unknown) => EnvelopeContent;
  /** Returns the messages of a refusal. Never throws. */
  readonly errorMessages: (json: unknown) => readonly string[];
  /** Whether this may be a response of the service's API: wrapped as described, or the denial of invalid credentials. */
  readonly isServiceResponse: (json: unknown) => boolean;
  readonly priceColumns: {
    readonly path: string;
    /** Returns the data of an answer in the notation of the contract. */
    readonly data: (data: unknown) => unknown;
  };
  readonly extraction: {
    readonly goneStatus: readonly number[];
    /** The most rows of a page. */
    readonly maxPageSize: number;
    /** Returns the path of a request for rows. A key is part of the path if the service expects it in the address. */
    readonly path: (priceColumn: string, cacheKey?: string) => string;
    /** Returns the headers of a request for rows. A key is one of them if the service expects it there. */
    readonly headers: (cacheKey: string | undefined) => Readonly<Record<string, string>>;
    /**
     * Whether a page cannot be asked for any more, so that no request is sent. A service with snapshots does not know a key that the console
     * made, or that a header cannot hold. For a service without snapshots, the key must be the one of the query that the input repeats.
     */
    readonly isGone: (input: ExtractPageInput) => boolean;
    /** Returns what is different about the snapshot of an input. Throws InexpressibleValueError. */
    readonly traits: (input: ExtractPageInput) => SnapshotTraits | null;
    /** Returns the key of the input's snapshot if the service does not tell it. Throws InexpressibleValueError. */
    readonly untoldKey: (input: ExtractPageInput) => string | undefined;
    /** Returns the request body for a page of a snapshot. Throws InexpressibleValueError. */
    readonly body: (input: ExtractPageInput) => JsonText;
    /** Returns the request body for the first rows of a query, read without a snapshot. Throws InexpressibleValueError. */
    readonly lookBody: (query: ExtractionQuery, rowCount: number, fields?: readonly TypedField[]) => JsonText;
    /** Returns the body that takes a snapshot of the same query with these fields; null if `body` does not take a snapshot. Never throws. */
    readonly sameQuery: (body: string, fields: readonly string[], pageSize: number) => string | null;
    /**
     * The header of an answer that has the number of all rows; null if there is none. Its value is passed to `data` and `rewritten`: null
     * if an answer lacks it, and undefined if no total is needed.
     */
    readonly totalHeader: string | null;
    /** Returns the data of a page in the notation of the contract, including the number of the page that was requested. */
    readonly data: (data: unknown, asked: AskedPage, header?: string | null) => unknown;
    /** Returns the rows of an answer that was requested without a snapshot, in the notation of the contract. */
    readonly rows: (data: unknown, fields?: readonly TypedField[]) => unknown;
    /**
     * Rewrites a successful answer in the notation of the contract, in UTF-8, without touching a value of a row, except for dates that are
     * written in another way. Throws if it cannot.
     */
    readonly rewritten: (text: string, asked: AskedPage, header?: string | null) => BodyChunks;
    /** Rewrites an answer that was requested without a snapshot, like `rewritten`, with its rows alone. */
    readonly rewrittenRows: (text: string, fields?: readonly TypedField[]) => BodyChunks;
    /** Reads the filters from a request body of this dialect; returns null for any other body. Never throws. */
    readonly filters: (body: string, fields?: readonly TypedField[]) => readonly FilterCondition[] | null;
  };
  /** The name of the events that tell of a change. */
  readonly eventName: string;
  /** Returns an event of the event stream in the notation of the contract. */
  readonly event: (json: unknown) => unknown;
}

/** The page that a request asks for; `page` is 1-based. */
export type AskedPage = Pick<ExtractPageInput, 'page' | 'pageSize' | 'rowCount' | 'typedFields'> & {
  /** The key of the page's snapshot, if the service does not tell it. */
  readonly cacheKey?: string | undefined;
};
