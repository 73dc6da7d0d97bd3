import { prettyDOM } from '@testing-library/react';

/** An error that says which element was not found, and where. The document is only formatted when the message is read. */
export class MissingElementError extends Error {
  override readonly name = 'TestingLibraryElementError';

  constructor(reason: string, container: Element) {
    super(reason);
    let message: string | undefined;
    Object.defineProperty(this, 'message', {
      configurable: true,
      get: () => (message ??= `${reason}\n\n${String(prettyDOM(container))}`),
      set: (text: string) => {
        message = text;
      },
    });
  }
}
