import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { findSystemBrowser } from './find-browser.mjs';

/**
 * Of several such lists Chromium heeds the last, so Playwright's (chromiumSwitches.ts, as of 1.65) is repeated here and
 * ours added: with every page Chromium starts a process for the page after it, and one for the pages that its address bar
 * drops down. No test ever sees either, and with many short-lived pages they add up.
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
  // Ours.
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Needed in a container, without a display and without a network; pages behave the same. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** How every test and benchmark starts its Chromium: the one named by `TEST_BROWSER`, Playwright's own, the system's. */
export function browserLaunchOptions() {
  const isOwnWanted = !process.env['TEST_BROWSER'] && existsSync(chromium.executablePath());
  const executablePath = isOwnWanted ? undefined : findSystemBrowser();
  return { args: ARGUMENTS, ...(executablePath !== undefined && { executablePath }) };
}
