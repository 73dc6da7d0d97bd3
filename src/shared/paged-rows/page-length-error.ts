/** Thrown on the answer's behalf when it has not the number of rows that its page must have. */
export class PageLengthError extends Error {
  override readonly name = 'PageLengthError';
  readonly page: number;
  readonly expected: number;
  readonly received: number;
  constructor(page: number, expected: number, received: number) {
    super(`Page ${page} should have ${expected} rows and has ${received}.`);
    this.page = page;
    this.expected = expected;
    this.received = received;
  }
}
