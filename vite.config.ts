import react from '@vitejs/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig } from 'vite';
import { chunksByScreen } from './scripts/chunks-by-screen.mjs';
import { compileMessages } from './scripts/compile-messages.mjs';
import { contentSecurityPolicy } from './scripts/content-security-policy.mjs';
import { leaveOut } from './scripts/leave-out.mjs';
import { UNSERVED_FILES } from './scripts/project-paths.mjs';
import { themeStylesheet } from './src/app/theme/theme-stylesheet';

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
    chunksByScreen(),
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
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    fs: { deny: UNSERVED_FILES },
  },
});
