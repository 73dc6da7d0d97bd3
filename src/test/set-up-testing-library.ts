import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { tabBelongings } from '@/lib/storage/tab-belongings';
import { MissingElementError } from './missing-element-error';

configure({
  // The limit is generous, because it only ends a hung test and does not judge the speed of the machine.
  asyncUtilTimeout: 40_000,
  // Waiting for an element creates an error for each failed attempt, but only the last error is read.
  getElementError: (message, container) => new MissingElementError(message ?? '', container),
});

// Screens are shown only if a user is signed in.
beforeEach(() => tabBelongings.claim('somebody'));

afterEach(() => {
  cleanup();
  // Removes elements and selections that the test has left. Files share the page, and rows ignore presses while text is selected.
  document.body.replaceChildren();
  getSelection()?.removeAllRanges();
  localStorage.clear();
  sessionStorage.clear();
});
