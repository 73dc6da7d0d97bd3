import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { tabBelongings } from '@/lib/storage/tab-belongings';
import { MissingElementError } from './missing-element-error';

configure({
  // Generous: it ends a hung test, it does not judge the speed of the machine.
  asyncUtilTimeout: 40_000,
  // An element that is waited for is missing many times before it is there. Only the last of these errors is read.
  getElementError: (message, container) => new MissingElementError(message ?? '', container),
});

// Screens are shown to people who are signed in.
beforeEach(() => tabBelongings.claim('somebody'));

afterEach(() => {
  cleanup();
  // What a test has put or selected there itself; files share the page, and a press on a row is none while text is selected.
  document.body.replaceChildren();
  getSelection()?.removeAllRanges();
  localStorage.clear();
  sessionStorage.clear();
});
