/** The body of a refusal: the envelope for calls to /api, OAuth's error object for /token, or a bare message for a 401. */
export type RefusalBody =
  | { readonly kind: 'envelope'; readonly messages: readonly string[] }
  | { readonly kind: 'oauth'; readonly error: string; readonly description: string }
  | { readonly kind: 'message'; readonly message: string };

/** Thrown for a call that the contract does not allow. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: RefusalBody, headers: Readonly<Record<string, string>> = {}) {
    super(`Refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function badRequest(...messages: string[]): Refusal {
  return new Refusal(400, { kind: 'envelope', messages });
}

export function missingPermission(permission: string): Refusal {
  return new Refusal(403, {
    kind: 'envelope',
    messages: [`This call needs the permission ${permission}.`],
  });
}

export function lockedColumn(column: string, right: string): Refusal {
  return new Refusal(403, {
    kind: 'envelope',
    messages: [`The column "${column}" needs the right ${right}.`],
  });
}

export function unknownSnapshot(): Refusal {
  return new Refusal(410, {
    kind: 'envelope',
    messages: ['The snapshot of this cacheKey does not exist or has expired.'],
  });
}

export function notFound(message: string): Refusal {
  return new Refusal(404, { kind: 'envelope', messages: [message] });
}

export function wrongMethod(allowed: string): Refusal {
  return new Refusal(
    405,
    { kind: 'envelope', messages: [`This address answers ${allowed} only.`] },
    { Allow: allowed },
  );
}

export function unauthenticated(): Refusal {
  return new Refusal(401, {
    kind: 'message',
    message: 'Authorization has been denied for this request.',
  });
}

export function tokenRefused(status: 400 | 403 | 405, error: string, description: string): Refusal {
  return new Refusal(status, { kind: 'oauth', error, description });
}
