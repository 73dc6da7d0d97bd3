import { Button, type ButtonProps } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import { diagnosticsText } from '../diagnostics/diagnostics-text';
import { pageDiagnostics } from '../diagnostics/page-diagnostics';
import { ScreenAddressContext } from '../diagnostics/screen-address-context';
import { copyText } from './copy-text';
import classes from './copy-diagnostics-button.module.css';

/** A button that copies what support asks for first: version, browser, screen, and the last events of this page. */
export function CopyDiagnosticsButton({ size, variant = 'default' }: Pick<ButtonProps, 'size' | 'variant'>) {
  const t = useTranslations('errors');
  const readScreen = useContext(ScreenAddressContext);
  const [outcome, setOutcome] = useState('');
  // The code for the text is not lazy: it is needed when loading fails, and browsers allow copying only soon after a click.
  const copy = async () => {
    const isCopied = await copyText(diagnosticsText(pageDiagnostics(readScreen())));
    setOutcome(t(isCopied ? 'diagnosticsCopied' : 'diagnosticsNotCopied'));
  };
  return (
    <>
      <Button
        variant={variant}
        {...(size !== undefined && { size })}
        leftSection={<IconCopy size={16} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {t('copyDiagnostics')}
      </Button>
      <span aria-live="polite" className={classes['outcome']}>
        {outcome}
      </span>
    </>
  );
}
