/** The lists in a response whose length the console limits. `errors.json` has a message for each. */
export const LIMITED_THINGS = ['fields', 'columns', 'price-columns', 'all-fields'] as const;

export type LimitedThing = (typeof LIMITED_THINGS)[number];
