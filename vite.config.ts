import react from '@vitejs/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vite';
import { compileMessages } from './scripts/compile-messages.mjs';
import { contentSecurityPolicy } from './scripts/content-security-policy.mjs';
import { leaveOut } from './scripts/leave-out.mjs';
import { themeStylesheet } from './src/app/theme/theme-stylesheet';

/** Libraries, or parts of them, that no screen does without. */
const ON_EVERY_SCREEN = modulesOf([
  'react',
  'react-dom',
  'scheduler',
  '@tanstack/(?:react-router|router-core|history|react-store|store)',
  'use-intl',
  '@mantine/core/esm/core',
  mantine(
    'ActionIcon|Button|Checkbox|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton',
  ),
  '@tabler/icons-react/dist/esm/createReactComponent.mjs',
]);

/** Libraries that every screen after sign-in, or the workbench, needs from the start. */
const IN_THE_WORKBENCH = modulesOf([
  '@tanstack/(?:react-query|query-core|table-core)',
  '@dnd-kit',
  '@floating-ui',
  mantine('Accordion|Combobox|FocusTrap|Menu|Overlay|Popover|Portal|ScrollArea|Select|Tooltip'),
]);

function modulesOf(places: readonly string[]): RegExp {
  return new RegExp(`node_modules/(?:${places.join('|')})(?:/|$)`);
}

function mantine(components: string): string {
  return `@mantine/core/esm/components/(?:${components})`;
}

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/app/route-tree.gen.ts',
      routeFileIgnorePrefix: '-',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    themeStylesheet(),
    compileMessages(),
    leaveOut(),
    {
      name: 'content-security-policy-meta',
      apply: 'build',
      // Only on the build: the development server injects inline scripts and styles of its own.
      transformIndexHtml: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy() },
          injectTo: 'head-prepend',
        },
      ],
    },
  ],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    // One file compresses better than the dozen that sharing between screens would make of it, and outlives releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: ON_EVERY_SCREEN },
            { name: 'workbench-libraries', test: IN_THE_WORKBENCH },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, strictPort: true },
});
