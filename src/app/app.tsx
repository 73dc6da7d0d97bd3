import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SessionProvider } from '@/session/session-context';
import type { DemoKit } from '@/ui/config/demo-kit';
import { DEFAULT_CONFIG, type ConfigProblem, type RuntimeConfig } from '@/ui/config/runtime-config';
import { ScreenAddressContext } from '@/ui/diagnostics/screen-address-context';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { startMessages } from '@/ui/i18n/catalogue-start';
import { lazyPart } from '@/ui/components/lazy-part';
import { ProductTitleContext } from '@/ui/components/page-title';
import { DemoContext } from './demo-context';
import { LanguageProvider } from './language-provider';
import { theme } from './theme/theme';
import type { Wiring } from './wiring';

const ConfigProblemPage = lazyPart(
  async () => ({ Part: (await import('./config-problem-page')).ConfigProblemPage }),
  'screen',
);

export interface AppProps extends Wiring {
  readonly config: RuntimeConfig;
  readonly demo: DemoKit | null;
}

export function App({ config, demo, session, router, readScreen }: AppProps) {
  return (
    <BaseProviders config={config}>
      <DemoContext value={demo}>
        <ScreenAddressContext value={readScreen}>
          <SessionProvider session={session}>
            <RouterProvider router={router} />
          </SessionProvider>
        </ScreenAddressContext>
      </DemoContext>
    </BaseProviders>
  );
}

/** Shown in place of the application if `config.json` cannot be used. */
export function BrokenConfig({ problems }: { readonly problems: readonly ConfigProblem[] }) {
  return (
    <BaseProviders config={DEFAULT_CONFIG}>
      <ConfigProblemPage problems={problems} />
    </BaseProviders>
  );
}

/** Provides theme, language and formats, which the page for a broken configuration needs as well. */
function BaseProviders({
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
      // The build writes the variables into a stylesheet, because the page's content security policy refuses inline styles.
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
