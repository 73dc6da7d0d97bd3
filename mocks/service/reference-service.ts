import { ACCOUNTS, type Account } from '@mocks/data/accounts';
import { createInlineEngine } from '@mocks/data/engine/inline-engine';
import type { RowEngine } from '@mocks/data/engine/row-engine';
import { dressed, preflightAnswer, refusalAnswer } from './answers';
import { routeOf, type Route } from './endpoint-name';
import { answerEvents } from './events-endpoint';
import { answerExtraction } from './extraction-endpoint';
import { spoilt, standInAnswer } from './failing-answers';
import { createFaultPlan } from './faults';
import { answerItemTable } from './item-table-endpoint';
import { createJournal, type JournalEntry } from './journal';
import { answerPrices } from './prices-endpoint';
import { randomId } from './random-id';
import { badRequest, notFound, Refusal, tokenRefused, wrongMethod } from './refusal';
import { createRequestLimit } from './request-limit';
import { createControls, type ServiceControls } from './service-controls';
import type { Call, ServiceContext } from './service-context';
import { memoryStateStore, type ServiceSettings, type ServiceStateStore } from './state';
import { answerToken } from './token-endpoint';
import { createTokenMint } from './tokens';
import { wait } from './wait';

export interface ReferenceServiceOptions {
  /** The machine's clock, in ms since 1970. */
  readonly now?: () => number;
  /** Where the state lives; in memory unless given. */
  readonly store?: ServiceStateStore;
  /** Settings to begin with, where no store is given. */
  readonly settings?: Partial<ServiceSettings>;
  readonly engine?: RowEngine;
  readonly accounts?: readonly Account[];
  /** What tokens are signed with: those of another service with the same text are accepted. */
  readonly signingText?: string;
  /** From 0 (inclusive) to 1 (exclusive); decides which calls the error rate hits. */
  readonly random?: () => number;
}

/** The contract, implemented once; what carries requests to it (msw, a network) is not its business. */
export interface ReferenceService {
  /**
   * Answers any request. Rejects with the signal's reason when the request is aborted. An answer of type `error` stands
   * for a cut connection.
   */
  readonly handle: (request: Request) => Promise<Response>;
  readonly controls: ServiceControls;
  /** Ends event streams and the engine. */
  readonly dispose: () => void;
}

export function createReferenceService(options: ReferenceServiceOptions = {}): ReferenceService {
  const { now = Date.now, random = Math.random } = options;
  const store = options.store ?? memoryStateStore(options.settings);
  const context: ServiceContext = {
    store,
    nowMs: () => now() + store.read().settings.clockOffsetMs,
    engine: options.engine ?? createInlineEngine(),
    mint: createTokenMint(options.signingText ?? randomId()),
    accounts: options.accounts ?? ACCOUNTS,
  };
  const faults = createFaultPlan();
  const journal = createJournal();
  const limit = createRequestLimit(context);
  const closing = new AbortController();

  async function answered(request: Request, route: Route | null, entry: JournalEntry): Promise<Response> {
    const { settings } = store.read();
    const { signal } = request;
    await wait(settings.latencyMs, signal);
    if (route === null) throw notFound('There is nothing at this address.');
    const met = faults.take(route.endpoint);
    for (const fault of met) {
      if (fault.kind === 'delay') await wait(fault.delayMs, signal);
      const standIn = standInAnswer(fault, route.endpoint);
      if (standIn !== null) return standIn;
    }
    if (route.endpoint !== 'events' && random() < settings.errorRate) return accidentalAnswer(random());
    limit.count();
    checkAddress(request, route);
    return spoilt(await endpointAnswer({ request, entry, faults: met }, route), met, signal);
  }

  async function endpointAnswer(call: Call, { endpoint, priceColumn }: Route): Promise<Response> {
    switch (endpoint) {
      case 'token':
        return answerToken(call, context);
      case 'item-table':
        return answerItemTable(call, context);
      case 'prices':
        return answerPrices(call, context);
      case 'extraction':
        return answerExtraction(call, priceColumn ?? '', context);
      case 'events':
        return answerEvents(call, context, closing.signal);
    }
  }

  async function handle(request: Request): Promise<Response> {
    const dress = { requestId: randomId(), nowMs: context.nowMs() };
    if (request.method === 'OPTIONS') return dressed(preflightAnswer(), dress);
    const route = routeOf(new URL(request.url));
    const entry = journal.begin(route?.endpoint ?? null);
    try {
      const answer = await answered(request, route, entry);
      entry.status = answer.type === 'error' ? null : answer.status;
      return dressed(answer, dress);
    } catch (error) {
      if (request.signal.aborted) {
        entry.isAborted = true;
        throw error;
      }
      if (!(error instanceof Refusal)) throw error;
      entry.status = error.status;
      return dressed(refusalAnswer(error), dress);
    }
  }

  return {
    handle,
    controls: createControls(context, faults, journal),
    dispose: () => {
      closing.abort();
      context.engine.dispose();
    },
  };
}

function checkAddress(request: Request, route: Route): void {
  const isToken = route.endpoint === 'token';
  if (request.method !== route.method) {
    if (isToken) throw tokenRefused(405, 'invalid_request', 'Tokens are asked for with POST.');
    throw wrongMethod(route.method);
  }
  // A password or key in an address would end up in logs; and no call has parameters there.
  if (new URL(request.url).search !== '') {
    const message = 'Parameters in the address are not known.';
    throw isToken ? tokenRefused(400, 'invalid_request', message) : badRequest(message);
  }
}

/** What the error rate brings: mostly an overloaded service, sometimes a broken connection. */
function accidentalAnswer(chance: number): Response {
  const standIn = standInAnswer(
    chance < 0.7
      ? { kind: 'status', status: 503, messages: ['The service is overloaded.'] }
      : { kind: 'cut' },
    'prices',
  );
  return standIn ?? Response.error();
}
