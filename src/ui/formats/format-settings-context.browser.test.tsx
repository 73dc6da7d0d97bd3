import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormatSettingsProvider, useFormats, useFormatSettings } from './format-settings-context';

beforeEach(() => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en']);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function Probe() {
  const { language, formats, excelRegion, choose } = useFormatSettings();
  const { formatInteger } = useFormats();
  return (
    <>
      <output>{[language, formats, excelRegion, formatInteger(1234)].join(' ')}</output>
      <button
        onClick={() => {
          choose({ formats: 'en-GB' });
        }}
      >
        English
      </button>
      <button
        onClick={() => {
          choose({ formats: undefined });
        }}
      >
        Follow
      </button>
    </>
  );
}

function renderProbe() {
  return render(
    <FormatSettingsProvider defaultLanguage={undefined} defaultFormats={undefined}>
      <Probe />
    </FormatSettingsProvider>,
  );
}

const shown = () => screen.getByRole('status').textContent;

describe('FormatSettingsProvider', () => {
  it('follows the browser until a choice is made, remembers it, and follows again', () => {
    const first = renderProbe();
    expect(shown()).toBe('de de-DE de-DE 1.234');
    act(() => {
      screen.getByRole('button', { name: 'English' }).click();
    });
    expect(shown()).toBe('de en-GB en-GB 1,234');
    first.unmount();
    renderProbe();
    expect(shown()).toBe('de en-GB en-GB 1,234');
    act(() => {
      screen.getByRole('button', { name: 'Follow' }).click();
    });
    expect(shown()).toBe('de de-DE de-DE 1.234');
  });

  it('takes over a choice made in another tab', () => {
    renderProbe();
    act(() => {
      localStorage.setItem('colonnade.formats', '{"formats":"fr","language":"en"}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'colonnade.formats' }));
    });
    expect(shown()).toMatch(/^en fr fr /);
  });

  it('works where the browser refuses storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('refused');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    renderProbe();
    act(() => {
      screen.getByRole('button', { name: 'English' }).click();
    });
    expect(shown()).toBe('de en-GB en-GB 1,234');
  });
});
