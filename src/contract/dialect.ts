import type { EnvelopeContent } from './envelope.schema';
import type { ExtractPageInput, ExtractionQuery, FilterCondition, TypedField } from './extraction';
import type { JsonText } from '@/lib/base/json-text';
import type { ServiceDescription } from './service-description';

/**
 * How a described service writes the messages that the contract leaves open (docs/service.md). Answers are translated to the
 * notation of the contract as they arrive, so that nothing else knows of it. A service that is not described has no dialect.
 */
export interface Dialect {
  readonly description: ServiceDescription;
  /** Throws when there is no envelope. */
  readonly openEnvelope: (json: unknown) => EnvelopeContent;
  /** Never throws. */
  readonly errorMessages: (json: unknown) => readonly string[];
  /** Whether this may be an /api response: wrapped as described, or the denial of invalid credentials. */
  readonly isServiceResponse: (json: unknown) => boolean;
  readonly priceColumns: {
    readonly path: string;
    /** Returns the data of an answer in the notation of the contract. */
    readonly data: (data: unknown) => unknown;
  };
  readonly extraction: {
    readonly goneStatus: readonly number[];
    /** With a key that goes in the address, if there is one. */
    readonly path: (priceColumn: string, cacheKey?: string) => string;
    /** Throws InexpressibleValueError. */
    readonly body: (input: ExtractPageInput) => JsonText;
    /** The body of a look without a snapshot. Throws InexpressibleValueError. */
    readonly lookBody: (query: ExtractionQuery, rowCount: number, fields?: readonly TypedField[]) => JsonText;
    /** Returns the data of an answer in the notation of the contract, which also says which page was asked for. */
    readonly data: (data: unknown, asked: AskedPage) => unknown;
    /** Returns the rows of the data of a look as the contract has them. */
    readonly rows: (data: unknown) => unknown;
    /** Rewrites a successful answer in the notation of the contract, without touching a value of a row. Throws if it cannot. */
    readonly rewritten: (text: string, asked: AskedPage) => string;
    /** Reads the filters of a body of this dialect; null for anything else. Never throws. */
    readonly filters: (body: string) => readonly FilterCondition[] | null;
  };
  /** Returns an event in the notation of the contract. */
  readonly event: (json: unknown) => unknown;
}

/** 1-based. */
export type AskedPage = Pick<ExtractPageInput, 'page' | 'pageSize'>;
