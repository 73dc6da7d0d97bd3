import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import { ACCOUNTS, type Account } from '@mocks/data/accounts';
import { createInlineEngine } from '@mocks/data/engine/inline-engine';
import type { RowEngine } from '@mocks/data/engine/row-engine';
import { withHeaders, preflightResponse, refusalResponse } from './responses';
import { routeOf, type Route } from './endpoint-name';
import { handleEvents } from './events-endpoint';
import { handleExtraction } from './extraction-endpoint';
import { corrupt, substituteResponse } from './failing-responses';
import { createFaultPlan } from './faults';
import { createJournal, type JournalEntry } from './journal';
import { handleItemTable, handlePrices } from './metadata-endpoints';
import { randomId } from './random-id';
import { badRequest, notFound, Refusal, tokenRefused, wrongMethod } from './refusal';
import { createRequestLimit } from './request-limit';
import { createControls, type ServiceControls } from './service-controls';
import type { Call, ServiceContext } from './service-context';
import { memoryStateStore, type ServiceSettings, type ServiceStateStore } from './state';
import { handleToken } from './token-endpoint';
import { createTokenIssuer } from './tokens';
import { addressesOf, parameterOf } from './service-dialect';
import { documentResponse, isDocumentAddress } from './service-document';
import { wait } from './wait';

export interface ReferenceServiceOptions {
  /** Returns the time of the machine's clock, in ms since 1970. */
  readonly now?: () => number;
  /** The store of the state. By default, the state is kept in memory. */
  readonly store?: ServiceStateStore;
  /** The initial settings, if `store` is absent. */
  readonly settings?: Partial<ServiceSettings>;
  readonly engine?: RowEngine;
  /** A description of how the service's messages differ from the contract. By default, they do not differ. */
  readonly description?: ServiceDescription | null;
  readonly accounts?: readonly Account[];
  /** The secret with which tokens are signed. Tokens from another service with the same secret are accepted. */
  readonly signingText?: string;
  /** Returns a number from 0 (inclusive) to 1 (exclusive), which decides whether a call fails because of the error rate. */
  readonly random?: () => number;
}

/** An implementation of the contract. It does not depend on how requests reach it (through msw or a network). */
export interface ReferenceService {
  /** Handles a request. Rejects with its signal's reason. A response of type `error` means that the connection must be cut. */
  readonly handle: (request: Request) => Promise<Response>;
  readonly controls: ServiceControls;
  readonly dispose: () => void;
}

export function createReferenceService(options: ReferenceServiceOptions = {}): ReferenceService {
  const { now = Date.now, random = Math.random } = options;
  const store = options.store ?? memoryStateStore(options.settings);
  const context: ServiceContext = {
    store,
    nowMs: () => now() + store.read().settings.clockOffsetMs,
    engine: options.engine ?? createInlineEngine(),
    tokenIssuer: createTokenIssuer(options.signingText ?? randomId()),
    accounts: options.accounts ?? ACCOUNTS,
    description: options.description ?? DEFAULT_DESCRIPTION,
  };
  const { description } = context;
  const addresses = addressesOf(description);
  const faults = createFaultPlan();
  const journal = createJournal();
  const limit = createRequestLimit(context);
  const closing = new AbortController();

  async function respond(request: Request, route: Route | null, entry: JournalEntry): Promise<Response> {
    const { settings } = store.read();
    const { signal } = request;
    await wait(settings.latencyMs, signal);
    if (route === null) throw notFound('There is nothing at this address.');
    const met = faults.take(route.endpoint, await rowsWanted(request, description));
    for (const fault of met) {
      if (fault.kind === 'delay') await faults.delay(fault.delayMs, signal);
      const substitute = substituteResponse(fault, route.endpoint, description);
      if (substitute !== null) return substitute;
    }
    if (route.endpoint !== 'events' && random() < settings.errorRate) {
      return accidentalResponse(random(), description);
    }
    limit.count();
    checkAddress(request, route, parameterOf(description, route.endpoint));
    return corrupt(await endpointResponse({ request, entry, faults: met }, route), met, signal);
  }

  async function endpointResponse(call: Call, { endpoint, priceColumn }: Route): Promise<Response> {
    switch (endpoint) {
      case 'token':
        return handleToken(call, context);
      case 'item-table':
        return handleItemTable(call, context);
      case 'prices':
        return handlePrices(call, context);
      case 'extraction':
        return handleExtraction(call, priceColumn ?? '', context);
      case 'events':
        return handleEvents(call, context, closing.signal);
    }
  }

  async function handle(request: Request): Promise<Response> {
    const facts = { requestId: randomId(), nowMs: context.nowMs() };
    if (request.method === 'OPTIONS') return withHeaders(preflightResponse(description), facts);
    if (request.method === 'GET' && isDocumentAddress(new URL(request.url), description))
      return withHeaders(documentResponse(addresses), facts);
    const route = routeOf(new URL(request.url), addresses);
    const entry = journal.begin(route?.endpoint ?? null);
    try {
      const response = await respond(request, route, entry);
      entry.status = response.type === 'error' ? null : response.status;
      return withHeaders(response, facts);
    } catch (error) {
      if (request.signal.aborted) {
        entry.isAborted = true;
        throw error;
      }
      if (!(error instanceof Refusal)) throw error;
      entry.status = error.status;
      return withHeaders(refusalResponse(error, description), facts);
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

/** Throws a Refusal for a wrong method, or for parameters in the address other than `parameter`. */
function checkAddress(request: Request, route: Route, parameter: string | null): void {
  const isToken = route.endpoint === 'token';
  if (request.method !== route.method) {
    if (isToken) throw tokenRefused(405, 'invalid_request', 'Tokens are asked for with POST.');
    throw wrongMethod(route.method);
  }
  // Refuses parameters, because a password or key in an address would end up in logs. The contract has none.
  const { search, searchParams } = new URL(request.url);
  const isKnown = search === '' || (parameter !== null && [...searchParams.keys()].join() === parameter);
  if (!isKnown) {
    const message = 'Parameters in the address are not known.';
    throw isToken ? tokenRefused(400, 'invalid_request', message) : badRequest(message);
  }
}

/** Returns a random failure: mostly that of an overloaded service, sometimes a cut connection. */
function accidentalResponse(chance: number, description: ServiceDescription): Response {
  const substitute = substituteResponse(
    chance < 0.7
      ? { kind: 'status', status: 503, messages: ['The service is overloaded.'] }
      : { kind: 'cut' },
    'prices',
    description,
  );
  return substitute ?? Response.error();
}

async function rowsWanted(request: Request, { extraction }: ServiceDescription): Promise<number> {
  const body = request.method === 'POST' ? await request.clone().text() : '';
  const [, wanted = ''] = body.split(`${JSON.stringify(extraction.size.name)}:`);
  return Number(/^\d+/.exec(wanted)?.[0] ?? 0);
}
