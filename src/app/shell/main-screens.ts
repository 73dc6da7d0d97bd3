import type { RegisteredRouter } from '@tanstack/react-router';

type ScreenAddress = TrimmedAddress<keyof RegisteredRouter['routesByPath']>;

/** The addresses of all screens behind the sign-in, except those with parameters in their path. */
type TrimmedAddress<Address extends string> = Address extends '/' | '/sign-in' | `${string}$${string}`
  ? never
  : Address extends `${infer Trimmed}/`
    ? Trimmed
    : Address;

/** The message in `shell.json` that names each screen, in the order of the navigation; null for a screen that is not listed there. */
const SCREEN_NAMES = {
  '/prices': 'priceColumns',
  '/schema/item': 'itemSchema',
  '/snapshots': 'snapshots',
  '/views': 'savedViews',
  '/service': null,
} as const satisfies Readonly<Record<ScreenAddress, ScreenName | null>>;

type ScreenName = 'priceColumns' | 'itemSchema' | 'snapshots' | 'savedViews';

export interface MainScreen {
  readonly to: ScreenAddress;
  readonly name: ScreenName;
}

export const MAIN_SCREENS: readonly MainScreen[] = Object.entries<ScreenName | null>(SCREEN_NAMES).flatMap(
  ([to, name]) => (name === null ? [] : [{ to: to as ScreenAddress, name }]),
);
