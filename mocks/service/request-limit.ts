import { Refusal } from './refusal';
import type { ServiceContext } from './service-context';

/** Counts calls per second, and refuses calls beyond the limit, if there is one, with status 429. */
export function createRequestLimit({ nowMs, store }: ServiceContext): { readonly count: () => void } {
  let second = 0;
  let countInSecond = 0;
  return {
    count: () => {
      const { maxRequestsPerS } = store.read().settings;
      const currentSecond = Math.floor(nowMs() / 1000);
      countInSecond = currentSecond === second ? countInSecond + 1 : 1;
      second = currentSecond;
      if (maxRequestsPerS !== null && countInSecond > maxRequestsPerS) {
        throw new Refusal(
          429,
          { kind: 'envelope', messages: ['Too many requests. Try again in a second.'] },
          { 'Retry-After': '1' },
        );
      }
    },
  };
}
