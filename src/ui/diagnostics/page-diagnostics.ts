import { buildIdentity } from '../config/build-identity';
import type { Diagnostics, ScreenAddress } from './diagnostics-text';
import { pageEvents } from './event-log';

/** Returns the current diagnostics of this page. */
export function pageDiagnostics(screen: ScreenAddress): Diagnostics {
  return {
    build: buildIdentity,
    browser: {
      userAgent: navigator.userAgent,
      languages: navigator.languages,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      widthPx: window.innerWidth,
      heightPx: window.innerHeight,
      pixelRatio: window.devicePixelRatio,
      isOnline: navigator.onLine,
    },
    screen,
    nowMs: Date.now(),
    events: pageEvents.events(),
  };
}
