import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

interface Allowance {
  readonly kind: 'console' | 'page error' | 'response' | 'failed request';
  readonly pattern: RegExp;
  readonly status?: number;
}

interface Problem {
  readonly kind: Allowance['kind'];
  readonly text: string;
  readonly status?: number;
}

/** Chrome logs this for each response with a status from 400 up and each failed request, which are recorded separately. */
const LOAD_FAILURE = /^Failed to load resource: /;
/** Playwright logs this because playwright.config.ts blocks service workers. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

/** The errors of Chrome and Firefox for a request that the page itself has cancelled. */
const CANCELLED = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED']);

/** Chrome's error for a request while a test has cut the network. */
const OFFLINE = 'net::ERR_INTERNET_DISCONNECTED';

/**
 * Collects problems that a page should never have: console errors and warnings (where the browser reports violations of the
 * Content-Security-Policy and of Trusted Types), uncaught errors, responses from 400 up, and failed requests. Before a test provokes a
 * problem, it allows it.
 */
export class PageProblems {
  readonly #allowances: Allowance[] = [];
  readonly #problems: Problem[] = [];

  /** Allows console errors and warnings whose text matches. */
  allowConsole(pattern: RegExp): void {
    this.#allowances.push({ kind: 'console', pattern });
  }

  allowPageError(pattern: RegExp): void {
    this.#allowances.push({ kind: 'page error', pattern });
  }

  /** Allows responses with exactly this status from addresses that match. */
  allowResponse(status: number, address: RegExp): void {
    this.#allowances.push({ kind: 'response', pattern: address, status });
  }

  /** Allows network failures of requests to addresses that match. Cancelled requests are always allowed. */
  allowFailedRequest(address: RegExp): void {
    this.#allowances.push({ kind: 'failed request', pattern: address });
  }

  /** Watches a context that a test opens. The context of the test's own page is watched already. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#onConsole(message));
    context.on('weberror', (webError) => {
      this.#problems.push({ kind: 'page error', text: webError.error().stack ?? webError.error().message });
    });
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfailed', (request) => this.#onFailedRequest(request));
  }

  /** Returns one line for each unexpected problem, in order of occurrence. */
  unexpected(): string[] {
    return this.#problems
      .filter((problem) => !this.#allowances.some((allowance) => covers(allowance, problem)))
      .map(({ kind, text, status }) => `${kind}: ${status === undefined ? '' : `${status} `}${text}`);
  }

  #onConsole(message: ConsoleMessage): void {
    const isProblem = message.type() === 'error' || message.type() === 'warning';
    const text = message.text();
    if (!isProblem || LOAD_FAILURE.test(text) || text === WORKER_BLOCKED) return;
    const { url, lineNumber, columnNumber } = message.location();
    this.#problems.push({
      kind: 'console',
      text: `${text} (${url}:${lineNumber + 1}:${columnNumber + 1})`,
    });
  }

  #onResponse(response: Response): void {
    if (response.status() < 400) return;
    this.#problems.push({ kind: 'response', text: response.url(), status: response.status() });
  }

  #onFailedRequest(request: Request): void {
    const reason = request.failure()?.errorText ?? '';
    if (CANCELLED.has(reason)) return;
    // The page preloads code when it is idle, and requests it again later if that fails.
    if (reason === OFFLINE && new URL(request.url()).pathname.includes('/assets/')) return;
    this.#problems.push({ kind: 'failed request', text: `${request.url()} ${reason}` });
  }
}

function covers(allowance: Allowance, problem: Problem): boolean {
  return (
    allowance.kind === problem.kind &&
    allowance.status === problem.status &&
    allowance.pattern.test(problem.text)
  );
}
