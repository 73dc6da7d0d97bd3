import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/ui/components/copy-text';
import { downloadText } from '@/ui/components/download-text';
import classes from './service-check.module.css';

const FILE_NAME = 'service.json';

type Said = 'copied' | 'copyFailed' | 'saved';

/** Copies a description, or saves it as a file. */
export function DescriptionFile({
  text,
  status = null,
  children,
}: {
  /** The file. */
  readonly text: string;
  /** What a button among `children` has done last; null: nothing. A new object replaces what is said. */
  readonly status?: { readonly text: string } | null;
  /** More buttons, before those of the file. */
  readonly children?: ReactNode;
}) {
  const t = useTranslations('serviceCheck.file');
  const [said, setSaid] = useState<{ readonly what: Said; readonly after: object | null } | null>(null);
  const say = (what: Said) => setSaid({ what, after: status });
  return (
    <>
      <div className={classes['buttons']}>
        {children}
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          onClick={() => void copyText(text).then((hasWorked) => say(hasWorked ? 'copied' : 'copyFailed'))}
        >
          {t('copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          onClick={() => {
            downloadText(FILE_NAME, 'application/json', text);
            say('saved');
          }}
        >
          {t('save')}
        </Button>
      </div>
      <p role="status" className={classes['said']}>
        {said !== null && said.after === status ? t(said.what) : status?.text}
      </p>
    </>
  );
}
