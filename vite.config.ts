import react from '@vitejs/plugin-react';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGETS } from './scripts/browser-floor.mjs';
import { browserGuard } from './scripts/browser-guard.mjs';
import { engineModule } from './scripts/engine-module.mjs';
import { guidePages } from './scripts/guide-pages.mjs';
import { messageCatalogues } from './scripts/message-catalogues.mjs';
import { UNSERVED_FILES } from './scripts/project-paths.mjs';
import { contentSecurityPolicy } from './server/content-security-policy.mjs';
import { themeStylesheet } from './src/app/theme/theme-stylesheet';
import { DEFAULT_CONFIG } from './src/ui/config/runtime-config';

/**
 * What several screens share goes into few files. Left to itself the bundler makes a file of each set of screens that
 * share something: hundreds of a few hundred bytes, which compress badly one by one.
 */
const CHUNK_GROUPS = [
  // zod first, the bundler's own helper, where the console is and its languages: the page's script needs them, and must
  // run before any schema is made.
  {
    name: 'boot',
    test: /preload-helper|[\\/]node_modules[\\/]zod[\\/]|src[\\/](ui[\\/]config[\\/]base-path|lib[\\/]base[\\/]languages)/,
  },
  {
    name: 'react',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|use-intl|use-sync-external-store)[\\/]/,
  },
  // What else the sign-in screen needs at once: small parts, which would each be a file to wait for.
  {
    name: 'forms',
    test: new RegExp(
      [
        '@mantine/core/esm/components/(CloseButton|Checkbox|Input|InputBase|TextInput)/',
        '@mantine/core/esm/core/DirectionProvider/',
        'create-(safe-context|scoped-keydown-handler)',
        'src/features/sign-in/(sign-in-values|components/(password-field|sign-in-alert))',
        'src/ui/page-version/new-version-notice',
        'use-window-event',
        'IconChevronRight',
        // The routes read its addresses.
        'src/features/item-schema/model/schema-view',
        'src/(contract/authorization|lib/(base/(own-member|random-id)|storage/private-folders))',
        'src/ui/(config/runtime-config|components/(offline-chip|use-duration-text|product-mark|search-terms))',
      ]
        .join('|')
        .replaceAll('/', '[\\\\/]'),
    ),
  },
  // Without those of parts of the workbench, which the sign-in screen has nothing of.
  {
    name: 'icons',
    test: /[\\/]node_modules[\\/]@tabler[\\/](?!.*Icon(GripVertical|Percentage))/,
    minShareCount: 3,
  },
  {
    name: 'more-icons',
    test: /[\\/]node_modules[\\/]@tabler[\\/](?!.*Icon(FileSearch|FolderOpen|Percentage))/,
    minShareCount: 2,
  },
  // Before the data group, which would take the router's store along and then be part of the sign-in screen.
  {
    name: 'router',
    test: /[\\/]node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/,
  },
  {
    name: 'data',
    test: /[\\/]node_modules[\\/](@tanstack[\\/](react-query|query-core|react-table|table-core)|@dnd-kit|@floating-ui)[\\/]/,
    minShareCount: 2,
  },
  // The parts of menus, which every screen after the sign-in has.
  {
    name: 'menus',
    test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Popover|Tooltip)[\\/]/,
  },
  {
    name: 'screens',
    // What the sign-in screen may need, too. Without queries and tables: they would bring the query cache and the table
    // library to it, as dialogs, the announcer and the features would bring menus and the parts of the workbench.
    test: /[\\/]src[\\/](app|session|ui[\\/](config|http|i18n|page-version|components|workers)|lib[\\/](base|storage)|.*(workbench-search|csv-dialect)\.ts)(?!.*(\.queries\.ts|dialog\.tsx|-styles\.css|read-table|announcer|icon-button|reordering|section|screen\.(tsx|module)))/,
    minShareCount: 4,
  },
  {
    name: 'work',
    // Without the editors of rules, the views of the rows read, which bring what draws pictures, formulas, and what makes files;
    // without the item schema, whose address the routes read on the sign-in screen.
    test: /[\\/]src[\\/](contract|features|rows[\\/](price-rows|certificates)|ui|lib)[\\/](?!.*(\.queries\.ts|dialog\.tsx|-styles\.css|reordering|components[\\/](section|figure-table)|row-judge|item-schema[\\/]|column-roles|field-meaning|pictures[\\/]|workbench[\\/](conditions|query|rows-read|saved-views|screen[\\/]rows-read|views|model[\\/](added-columns|formula|pasted-list|refinement|view-file))|export[\\/]components[\\/]export-texts|formats[\\/](format-locales|file-name|(use-)?byte-text)|http[\\/](page-reader|choose-page-size|retry-until-done)|sealed-files|row-batches|table-files[\\/](?!formula-guard)))/,
    minShareCount: 3,
  },
  // Small parts of most screens after the sign-in.
  {
    name: 'signed-in',
    test: /hooks[\\/]esm[\\/]utils[\\/](shallow-equal|use-callback-ref)|kept-copies[\\/]kept-copies-mode|session[\\/]rights[\\/]use-right-text|ui[\\/]components[\\/]screen-search/,
  },
  // Parts of the workbench that its set-ups and editors have, too, which are loaded on demand. Without what loads parts,
  // which would bring the loader along, and be loaded wherever that is.
  {
    name: 'query',
    test: /workbench[\\/](query[\\/](query-context|use-query-problems|element-ids|use-query-panel)|conditions[\\/]inputs)|ui[\\/]components[\\/](point-menu|reordering-list)|price-rows[\\/](result-columns|validity-edge)/,
  },
  // What lays out the parts that are loaded on demand: one file, as each of them names the files it needs.
  {
    name: 'layout',
    test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Group|Stack|Title)[\\/]|ui[\\/]components[\\/]section/,
  },
  // The rows read, as their views share them: a view has most of it, and each file more is named wherever a part is loaded.
  {
    name: 'rows-read',
    test: /workbench[\\/]rows-read[\\/].*\.ts$/,
    minShareCount: 2,
  },
  // Last, so that they take along nothing that the first screens need: lists to choose from, and what reads and writes files.
  {
    name: 'lists',
    test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Select|Combobox|ScrollArea)[\\/]|combobox-styles/,
  },
  {
    name: 'files',
    test: /[\\/]src[\\/]lib[\\/](sealed-files|row-batches|table-files)[\\/]/,
    minShareCount: 2,
  },
];

const importsOf = importedFiles();

export default defineConfig(({ mode }) => ({
  // Wherever it is served; the page itself is told by scripts/build-product.mjs.
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
    target: BUILD_TARGETS,
    modulePreload: {
      polyfill: false,
      // Without the files that the importing one stands on: they are there. Each name costs every list that has it.
      resolveDependencies: (_file, dependencies, { hostId }) => {
        const present = importsOf.of(hostId);
        return dependencies.filter((dependency) => !present.has(dependency));
      },
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
      onLog: (level, log, handle) => {
        // Of the engine's package, where it finds itself in Node. In a browser the page's policy would refuse it.
        if (log.code !== 'EVAL' || !log.message.includes('@duckdb')) handle(level, log);
      },
    },
  },
  // Workers load the engine, and write the words of workbooks.
  worker: { format: 'es', plugins: () => [engineModule(), messageCatalogues({ isCompiled: true })] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    fs: { deny: UNSERVED_FILES },
  },
}));

/** Writes out the defaults, in place of the configuration in `public/`, which starts the demo. */
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

/** Knows which chunks each chunk imports at once, directly or through others. */
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
      // A set is walked to its end, additions included.
      for (const imported of found) for (const further of imports.get(imported) ?? []) found.add(further);
      return found;
    },
  };
}

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
        const screens = FIRST_CHUNKS.map((name) => {
          const chunk = chunks.find((candidate) => candidate.name === name);
          if (chunk === undefined) throw new Error(`The build has no chunk ${name}.`);
          return chunk;
        });
        const first = new Set(screens.flatMap(({ fileName }) => [fileName, ...importsOf.of(fileName)]));
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
