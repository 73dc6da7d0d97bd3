import { Button, Menu, Tooltip } from '@mantine/core';
import { IconCamera, IconFilter, IconLink } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/shared/ui/copy-text';
import type { Announce } from '@/shared/ui/announcer';
import classes from './query-builder.module.css';

export interface CopyLinkButtonProps {
  readonly links: RunLinks;
  /** Is there a draft that the link does not hold? */
  readonly hasChanges: boolean;
  readonly announce: Announce;
}

/** Links to the last run. */
export interface RunLinks {
  /** To the query: whoever opens it takes a snapshot of their own. */
  readonly query: string;
  /** To the very snapshot; null where there is none. */
  readonly snapshot: string | null;
  /** Is a list of values kept in this browser alone, so that the link is of no use in another? */
  readonly isOfThisBrowser: boolean;
}

const COPIED_SHOWN_MS = 4000;

/** Copies a link to the last run, with its snapshot or without, and says so. */
export function CopyLinkButton({ links, hasChanges, announce }: CopyLinkButtonProps) {
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
  const copy = async (link: string) => {
    const isCopied = await copyText(link);
    const words = hasChanges ? 'query.lastLinkCopied' : 'query.linkCopied';
    const copied = links.isOfThisBrowser ? t('query.browserLinkCopied') : t(words);
    setTold(isCopied ? copied : t('query.linkNotCopied'));
    if (isCopied && links.isOfThisBrowser) announce(copied);
    else announce(t(isCopied ? 'query.linkCopiedSpoken' : 'query.linkNotCopiedSpoken'));
  };
  const button = (onClick?: () => void): ReactNode => (
    <Button
      size="compact-xs"
      className={classes['quiet'] ?? ''}
      variant="subtle"
      color="gray"
      leftSection={<IconLink size={14} />}
      {...(onClick !== undefined && { onClick })}
    >
      {t('query.copyLink')}
    </Button>
  );
  const { query, snapshot } = links;
  return (
    <Tooltip label={told} opened={told !== null} position="top-end" multiline maw={280}>
      <div>
        {snapshot === null ? (
          button(() => void copy(query))
        ) : (
          <Menu position="top-end" width={290} returnFocus>
            <Menu.Target>{button()}</Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconFilter size={14} />} onClick={() => void copy(query)}>
                {t('query.linkToQuery')}
              </Menu.Item>
              <Menu.Item leftSection={<IconCamera size={14} />} onClick={() => void copy(snapshot)}>
                {t('query.linkToSnapshot')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </Tooltip>
  );
}
