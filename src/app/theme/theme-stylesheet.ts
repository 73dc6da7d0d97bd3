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

/** Provides the theme's variables as `virtual:theme.css`, because the page's security policy refuses Mantine's `<style>` element. */
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

// Mantine has a dozen palettes, but this product uses only one accent color. Its colors for states are in tokens.css.
function withoutUnusedPalettes(css: string): string {
  return css.replaceAll(UNUSED_VARIABLE, '');
}
