import {
  convertCssVariables,
  defaultCssVariablesResolver,
  DEFAULT_THEME,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from './theme';

const MODULE_ID = 'virtual:theme.css';
const RESOLVED_ID = '\0' + MODULE_ID;

/** Provides the theme's variables as `virtual:theme.css`: the page's policy refuses Mantine's own `<style>` element. */
export function themeStylesheet(): Plugin {
  return {
    name: 'theme-stylesheet',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : null),
    load: (id) =>
      id === RESOLVED_ID
        ? withoutUnusedPalettes(
            convertCssVariables(
              defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)),
              ':root',
            ),
          )
        : null,
  };
}

const UNUSED_VARIABLE =
  /--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-[\w-]+:[^;]*;/g;

// Mantine brings a dozen palettes; this product has one accent, and its state colours are tokens of its own.
function withoutUnusedPalettes(css: string): string {
  return css.replaceAll(UNUSED_VARIABLE, '');
}
