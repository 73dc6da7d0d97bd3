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

/** Chrome says this of every response from 400 up and of every failed request; both are watched, and named, themselves. */
const LOAD_FAILURE = /^Failed to load resource: /;
/** What Playwright says where it is told to (playwright.config.ts). */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

/** What Chrome and Firefox say of a request that the page itself gave up. */
const CANCELLED = new Set(['net::ERR_ABORTED', 'NS_BINDING_ABORTED']);

/** What Chrome says of a request of a page whose test has cut the network. */
const OFFLINE = 'net::ERR_INTERNET_DISCONNECTED';

/**
 * Collects whatever a page should never do: console errors and warnings (the browser reports violations of the
 * Content-Security-Policy and of Trusted Types there), uncaught errors, responses from 400 up, requests that fail.
 * What a test provokes it allows beforehand.
 */
export class PageProblems {
  readonly #allowances: Allowance[] = [];
  readonly #problems: Problem[] = [];

  /** Console errors and warnings whose text matches. */
  allowConsole(pattern: RegExp): void {
    this.#allowances.push({ kind: 'console', pattern });
  }

  allowPageError(pattern: RegExp): void {
    this.#allowances.push({ kind: 'page error', pattern });
  }

  /** Responses of exactly this status from addresses that match. */
  allowResponse(status: number, address: RegExp): void {
    this.#allowances.push({ kind: 'response', pattern: address, status });
  }

  /** Requests to addresses that match may fail on the network. Cancelled ones need no leave. */
  allowFailedRequest(address: RegExp): void {
    this.#allowances.push({ kind: 'failed request', pattern: address });
  }

  /** The context of the fixtures is watched already; this is for contexts that a test opens. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => this.#onConsole(message));
    context.on('weberror', (webError) => {
      this.#problems.push({ kind: 'page error', text: webError.error().stack ?? webError.error().message });
    });
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfailed', (request) => this.#onFailedRequest(request));
  }

  /** One line each, in the order of their coming; empty when all went as it should. */
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
    // Parts are loaded ahead whenever the page has nothing else to do, and are asked for again where that fails.
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
