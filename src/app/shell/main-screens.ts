import type { RegisteredRouter } from '@tanstack/react-router';

type ScreenAddress = TrimmedAddress<keyof RegisteredRouter['routesByPath']>;

/** The addresses without parameters of the screens after sign-in. */
type TrimmedAddress<Address extends string> = Address extends '/' | '/sign-in' | `${string}$${string}`
  ? never
  : Address extends `${infer Trimmed}/`
    ? Trimmed
    : Address;

/** The message of `shell` that names each screen, in navigation and palette order; null for a screen reached in another way. */
const SCREEN_NAMES = {
  '/prices': 'priceColumns',
  '/schema/item': 'itemSchema',
  '/snapshots': 'snapshots',
  '/views': 'savedViews',
} as const satisfies Readonly<Record<ScreenAddress, ScreenName | null>>;

type ScreenName = 'priceColumns' | 'itemSchema' | 'snapshots' | 'savedViews';

export interface MainScreen {
  readonly to: ScreenAddress;
  readonly name: ScreenName;
}

export const MAIN_SCREENS: readonly MainScreen[] = Object.entries<ScreenName | null>(SCREEN_NAMES).flatMap(
  ([to, name]) => (name === null ? [] : [{ to: to as ScreenAddress, name }]),
);
