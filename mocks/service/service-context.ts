import type { ServiceDescription } from '@/contract/service-description';
import type { Account } from '@mocks/data/accounts';
import type { RowEngine } from '@mocks/data/engine/row-engine';
import type { Fault } from './faults';
import type { JournalEntry } from './journal';
import type { ServiceStateStore } from './state';
import type { TokenIssuer } from './tokens';

export interface ServiceContext {
  /** Returns the time of the service's clock, which may differ from the machine's. */
  readonly nowMs: () => number;
  readonly store: ServiceStateStore;
  readonly engine: RowEngine;
  readonly tokenIssuer: TokenIssuer;
  readonly accounts: readonly Account[];
  /** How the service writes the parts of messages that its interface document leaves open (docs/service.md). */
  readonly description: ServiceDescription;
}

export interface Call {
  readonly request: Request;
  readonly entry: JournalEntry;
  readonly faults: readonly Fault[];
}
