import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findSystemBrowser } from './find-browser.mjs';

/**
 * Chromium accepts only the last of several lists of features to disable, so this list repeats Playwright's (chromiumSwitches.ts, as of
 * 1.65) and adds features at its end. With these, Chromium would start two processes for every page: one for the next page and one for the
 * popups of its address bar. Tests never see these processes, which add up with many short-lived pages.
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
  // The features from here on are not in Playwright's list.
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Arguments that Chromium needs in a container without a display or a network. Pages behave the same with them. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** V8 flags for short tests: validating and optimizing the whole engine takes longer than a few rows gain by it. */
export const PLAIN_WEBASSEMBLY = ['--wasm-tiering-budget=1000000000', '--wasm-lazy-validation'];
/** V8 flags for the page's own code in short tests. It runs for less than a minute, so optimizing it does not pay off. */
const PLAIN_JAVASCRIPT = ['--no-turbofan'];

/** Returns how every test and benchmark starts Chromium: the one that `TEST_BROWSER` names, Playwright's own, or the system's. */
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
