import react from '@vitejs/plugin-react';
import path from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { BUILD_TARGETS } from './scripts/browser-floor.mjs';
import { browserGuard } from './scripts/browser-guard.mjs';
import { engineModule } from './scripts/engine-module.mjs';
import { guidePages } from './scripts/guide-pages.mjs';
import { messageCatalogues } from './scripts/message-catalogues.mjs';
import { projectDirectory, UNSERVED_FILES } from './scripts/project-paths.mjs';
import { contentSecurityPolicy } from './server/content-security-policy.mjs';
import { themeStylesheet } from './src/app/theme/theme-stylesheet';
import { DEFAULT_CONFIG } from './src/ui/config/runtime-config';

/** The screens in the order in which users reach them, each with its first modules. No stage loads anything of a later stage. */
const STAGES = [
  {
    name: 'first',
    roots: [
      'src/app/render.tsx',
      'src/ui/config/runtime-config.ts',
      'src/routes/sign-in.tsx?tsr-split=component',
    ],
  },
  {
    name: 'signed-in',
    roots: [
      'src/app/signed-in-providers.tsx',
      'src/routes/_signed-in.tsx?tsr-split=component',
      'src/routes/_signed-in/prices.index.tsx?tsr-split=component',
    ],
  },
  {
    name: 'workbench',
    roots: [
      'src/routes/_signed-in/prices.$priceColumn.tsx?tsr-split=component',
      'src/features/workbench/results/first-look/first-look.tsx',
    ],
  },
];

/** The modules that share a file. Without groups, the bundler would make hundreds of tiny shared files, which compress badly. */
const CHUNK_GROUPS = [
  // zod, the bundler's helper, the console's address and its languages come first, because every schema needs them.
  {
    name: 'boot',
    test: /preload-helper|[\\/]node_modules[\\/]zod[\\/]|src[\\/](ui[\\/]config[\\/]base-path|lib[\\/]base[\\/]languages)/,
  },
  { name: stageNames(), debugName: 'stages', test: /[\\/]src[\\/]/ },
  // These groups are of parts that open later. The bundler places modules that few parts share: here, they would add 30 kB to each dialog.
  {
    name: 'shared',
    test: /^(?!.*[\\/](analysis[\\/](?!(address|conditions|snapshot|copies)[\\/])|workbench[\\/](rows-read|views)[\\/]))/,
    minShareCount: 5,
  },
  { name: 'rows-read', test: /[\\/](analysis|workbench[\\/](rows-read|views))[\\/]/, minShareCount: 2 },
];

const importsOf = importedFiles();

export default defineConfig(({ mode }) => ({
  // Files refer to each other relatively, so the build can be served anywhere. scripts/build-product.mjs writes the path into the page.
  base: './',
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
    messageCatalogues({ isCompiled: true }),
    engineModule(),
    guidePages(),
    importsOf.plugin,
    preloadFirstScreen(),
    browserGuard(),
    ...(mode === 'production' ? [defaultConfiguration()] : []),
    {
      name: 'content-security-policy-meta',
      apply: 'build',
      // Only the build has the policy, because the development server injects inline scripts and styles.
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
    target: BUILD_TARGETS,
    // A stage is one large file on purpose. `npm run bench:bundle` limits what the screens download.
    chunkSizeWarningLimit: 1_000,
    modulePreload: {
      polyfill: false,
      // Files that the importing file has loaded already are left out, because each name makes all lists with it longer.
      resolveDependencies: (_file, dependencies, { hostId }) => {
        const present = importsOf.of(hostId);
        return dependencies.filter((dependency) => !present.has(dependency));
      },
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
      onLog: (level, log, handle) => {
        // The engine's package uses `eval` only in Node, so the warning is left out. In a browser, the page's policy would refuse `eval`.
        if (log.code !== 'EVAL' || !log.message.includes('@duckdb')) handle(level, log);
      },
    },
  },
  // Workers load the engine and write texts into workbooks, so they need both plugins.
  worker: { format: 'es', plugins: () => [engineModule(), messageCatalogues({ isCompiled: true })] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    fs: { deny: UNSERVED_FILES },
  },
}));

/** Writes config.json with the defaults. The configuration in `public/`, which starts the demo, is not built. */
function defaultConfiguration(): Plugin {
  return {
    name: 'default-configuration',
    apply: 'build',
    generateBundle() {
      const config = { $schema: './config.schema.json', ...DEFAULT_CONFIG };
      const source = `${JSON.stringify(config, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'config.json', source });
    },
  };
}

/** Finds the first stage that imports a module of the console. The bundler places libraries, because it knows what is used of them. */
function stageNames(): (id: string, build: Pick<Rolldown.PluginContext, 'getModuleInfo'>) => string | null {
  let stages: Map<string, string> | undefined;
  return (id, build) => {
    stages ??= readStages((module) => {
      const found = build.getModuleInfo(module);
      if (found === null) throw new Error(`The build has no module ${module}.`);
      return found.importedIds.filter((imported) => !imported.includes('node_modules'));
    });
    return stages.get(id) ?? null;
  };
}

/** @param importsOf returns the modules that a module imports statically */
function readStages(importsOf: (module: string) => readonly string[]): Map<string, string> {
  const stages = new Map<string, string>();
  for (const { name, roots } of STAGES) {
    const modules = new Set(roots.map((root) => path.join(projectDirectory, root)));
    // Iterating over a set includes the modules that are added on the way.
    for (const module of modules) {
      if (stages.has(module)) continue;
      stages.set(module, name);
      for (const imported of importsOf(module)) modules.add(imported);
    }
  }
  return stages;
}

/** Records the chunks that each chunk imports statically, directly or through others. */
function importedFiles(): {
  readonly plugin: Plugin;
  readonly of: (fileName: string) => ReadonlySet<string>;
} {
  let imports = new Map<string, readonly string[]>();
  return {
    plugin: {
      name: 'imported-files',
      apply: 'build',
      generateBundle: {
        order: 'pre',
        handler: (_options, bundle) => {
          const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
          imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
        },
      },
    },
    of: (fileName) => {
      const found = new Set(imports.get(fileName));
      for (const imported of found) for (const further of imports.get(imported) ?? []) found.add(further);
      return found;
    },
  };
}

/** Names the files of the first stage in the page, so that the browser fetches them together with the page's script. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const stage = chunks.find(({ name }) => name === STAGES[0]?.name);
        if (stage === undefined) throw new Error('The build has no chunk of the first stage.');
        const first = new Set([stage.fileName, ...importsOf.of(stage.fileName)]);
        return [...first]
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          }));
      },
    },
  };
}
