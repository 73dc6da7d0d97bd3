import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages } from './scripts/compile-messages.mjs';
import { contentSecurityPolicy } from './scripts/content-security-policy.mjs';
import { UNSERVED_FILES } from './scripts/project-paths.mjs';
import { themeStylesheet } from './src/app/theme/theme-stylesheet';

/**
 * What several screens share goes into few files. Left to itself the bundler makes a file of each set of screens that
 * share something: hundreds of a few hundred bytes, which compress badly one by one.
 */
const CHUNK_GROUPS = [
  // zod first, and the bundler's own helper: the page's script needs both, and must run before any schema is made.
  { name: 'boot', test: /preload-helper|[\\/]node_modules[\\/]zod[\\/]/ },
  {
    name: 'react',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|use-intl|use-sync-external-store)[\\/]/,
  },
  { name: 'icons', test: /[\\/]node_modules[\\/]@tabler[\\/]/, minShareCount: 3 },
  {
    name: 'data',
    test: /[\\/]node_modules[\\/](@tanstack[\\/](react-query|query-core|table-core)|@dnd-kit|numfmt|@floating-ui)[\\/]/,
    minShareCount: 2,
  },
  {
    name: 'router',
    test: /[\\/]node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
  },
  { name: 'screens', test: /[\\/]src[\\/](app|features|session|contract|shared)[\\/]/, minShareCount: 4 },
];

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
    preloadFirstScreen(),
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
  resolve: {
    tsconfigPaths: true,
    // The package's entry is CommonJS, of which the bundler can leave nothing out.
    alias: [
      { find: /^numfmt$/, replacement: fileURLToPath(import.meta.resolve('numfmt')).replace(/js$/, 'mjs') },
    ],
  },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    fs: { deny: UNSERVED_FILES },
  },
});

/** Of src/app/render.tsx and of the sign-in screen. */
const FIRST_CHUNKS = ['render', 'sign-in'];

/** Names the files of the first screen in the page: they are fetched beside its script and not after it. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = FIRST_CHUNKS.map((name) => {
          const chunk = chunks.find((file) => file.name === name);
          if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`);
          return chunk;
        });
        return [...new Set(first.flatMap((chunk) => [chunk.fileName, ...chunk.imports]))]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
