import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findSystemBrowser } from './find-browser.mjs';

/**
 * Chromium takes only the last of several such lists, so this one repeats Playwright's (chromiumSwitches.ts, as
 * of 1.65). Our own features stop Chromium from starting, for every page, a process for the next page and one
 * for the popups of its address bar. Tests never see these processes, which add up with many short-lived pages.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  // Our own addition.
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Needed in a container without a display or a network; pages behave the same. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** For V8, where a test is short: to check and optimise all of the engine takes longer than few rows gain by it. */
export const PLAIN_WEBASSEMBLY = ['--wasm-tiering-budget=1000000000', '--wasm-lazy-validation'];
/** The same for the page's own code, which runs for less than a minute. */
const PLAIN_JAVASCRIPT = ['--no-turbofan'];

/** How every test and benchmark starts its Chromium: the one named by `TEST_BROWSER`, Playwright's own, the system's. */
export function browserLaunchOptions() {
  const isOwnWanted = !process.env['TEST_BROWSER'] && existsSync(chromium.executablePath());
  const executablePath = isOwnWanted ? undefined : findSystemBrowser();
  const isShortRun = process.env['TEST_RUNS'] === 'promises';
  const args = [
    ...ARGUMENTS,
    ...(isShortRun ? [`--js-flags=${[...PLAIN_WEBASSEMBLY, ...PLAIN_JAVASCRIPT].join(',')}`] : []),
  ];
  return { args, ...(executablePath !== undefined && { executablePath }) };
}
