import { Button, Tooltip } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/shared/ui/copy-text';
import type { Announce } from './announcer';
import classes from './query-builder.module.css';

export interface CopyLinkButtonProps {
  readonly link: string;
  /** Is there a draft that the link does not hold? */
  readonly hasChanges: boolean;
  readonly announce: Announce;
}

const COPIED_SHOWN_MS = 2500;

/** Copies the address of the last run, and says so. */
export function CopyLinkButton({ link, hasChanges, announce }: CopyLinkButtonProps) {
  const t = useTranslations('workbench');
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    if (told === null) return undefined;
    const timer = setTimeout(() => {
      setTold(null);
    }, COPIED_SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [told]);
  const copy = async () => {
    const isCopied = await copyText(link);
    const words = hasChanges ? 'query.lastLinkCopied' : 'query.linkCopied';
    setTold(t(isCopied ? words : 'query.linkNotCopied'));
    announce(t(isCopied ? 'query.linkCopiedSpoken' : 'query.linkNotCopiedSpoken'));
  };
  return (
    <Tooltip label={told} opened={told !== null} position="top-end">
      <Button
        size="compact-xs"
        className={classes['quiet'] ?? ''}
        variant="subtle"
        color="gray"
        leftSection={<IconLink size={14} />}
        onClick={() => void copy()}
      >
        {t('query.copyLink')}
      </Button>
    </Tooltip>
  );
}
