import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { SessionProvider } from '@/session/session-context';
import type { DemoKit } from '@/shared/config/demo-kit';
import { DEFAULT_CONFIG, type ConfigProblem, type RuntimeConfig } from '@/shared/config/runtime-config';
import { FormatSettingsProvider } from '@/shared/formats/format-settings-context';
import { startMessages } from '@/shared/i18n/catalogue';
import { lazyPart } from '@/shared/i18n/lazy-part';
import { ProductTitleContext } from '@/shared/ui/product-title-context';
import { DemoContext } from './demo-context';
import { LanguageProvider } from './language-provider';
import { theme } from './theme/theme';
import { createWiring } from './wiring';

// Seldom needed: not worth a byte of the first screen.
const ConfigProblemPage = lazyPart(
  async () => ({ Part: (await import('./config-problem-page')).ConfigProblemPage }),
  'screen',
);

export interface AppProps {
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
}

/** The whole application. */
export function App({ config, demo }: AppProps) {
  const [{ session, router }] = useState(() => createWiring(config, demo));
  return (
    <Surroundings config={config}>
      <DemoContext value={demo}>
        <SessionProvider session={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </DemoContext>
    </Surroundings>
  );
}

/** In place of the application where `config.json` cannot be used. */
export function BrokenConfig({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  return (
    <Surroundings config={DEFAULT_CONFIG}>
      <ConfigProblemPage problems={problems} />
    </Surroundings>
  );
}

/** Look, language and formats: what even the page for a broken configuration needs. */
function Surroundings({
  config,
  children,
}: {
  readonly config: RuntimeConfig;
  readonly children: ReactNode;
}) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      // The variables are a stylesheet of the build, and the page's policy allows no others.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ProductTitleContext value={config.title}>
        <FormatSettingsProvider defaultLanguage={config.language} defaultFormats={config.formats}>
          <LanguageProvider english={startMessages}>{children}</LanguageProvider>
        </FormatSettingsProvider>
      </ProductTitleContext>
    </MantineProvider>
  );
}
