import { existsSync } from 'node:fs';
import path from 'node:path';

/** The command that starts a Chromium without windows, such as the one that Playwright installs. Tests take an eighth less time in it. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const COMMANDS = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

const MACOS_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS_PLACES = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Finds the Chromium-like browser that `TEST_BROWSER` names or that is installed here. With `hasWindows`, it can show windows.
 * @type {(wanted?: { hasWindows?: boolean }) => string | undefined}
 */
export function findSystemBrowser({ hasWindows = false } = {}) {
  /** @param {string} file */
  const isWanted = (file) => !hasWindows || path.basename(file) !== HEADLESS_SHELL;
  const named = process.env['TEST_BROWSER'];
  if (named !== undefined && named !== '' && isWanted(named)) return named;
  return systemPlaces().find((file) => isWanted(file) && existsSync(file));
}

function systemPlaces() {
  if (process.platform === 'darwin') return MACOS_PLACES;
  if (process.platform === 'win32') {
    const roots = [
      process.env['ProgramFiles'],
      process.env['ProgramFiles(x86)'],
      process.env['LOCALAPPDATA'],
    ];
    return roots.flatMap((root) =>
      root === undefined ? [] : WINDOWS_PLACES.map((place) => path.join(root, place)),
    );
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
}
