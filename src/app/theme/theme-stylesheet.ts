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

/**
 * Vite plugin: serves the theme's CSS variables as the stylesheet `virtual:theme.css`. At run time Mantine would put
 * them into a `<style>` element, which the page's Content-Security-Policy and Trusted Types refuse.
 */
export function themeStylesheet(): Plugin {
  return {
    name: 'theme-stylesheet',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : null),
    load: (id) =>
      id === RESOLVED_ID
        ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
        : null,
  };
}
