/** The parts of an address that a link to it is made of. */
export interface AddressParts {
  readonly origin: string;
  readonly pathname: string;
  /** With its question mark, as it stands in the address. */
  readonly search: string;
}

/** The address without those parameters: what they say is nothing to whoever opens the link. */
export function linkWithout(address: AddressParts, parameters: readonly string[]): string {
  const kept = address.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !parameters.includes(pair.split('=', 1)[0] ?? ''));
  return `${address.origin}${address.pathname}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}
