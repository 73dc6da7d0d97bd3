import { Button, Menu, Tooltip } from '@mantine/core';
import { IconCamera, IconFilter, IconLink } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '@/ui/components/copy-text';
import { useAnnounce } from '@/ui/components/announcer';
import classes from './query-builder.module.css';

export interface CopyLinkButtonProps {
  readonly links: RunLinks;
  /** Whether the query was edited since the last run. The links do not include these edits. */
  readonly hasChanges: boolean;
}

/** The links to the last run. They are made when the user presses the button. */
export interface RunLinks {
  /** Returns a link to the query. Opening the link takes a new snapshot. */
  readonly query: () => string;
  /** Returns a link to the same snapshot; null if there is no snapshot. */
  readonly snapshot: (() => string) | null;
  /** Whether the links refer to a list of values that is stored only in this browser. */
  readonly isOfThisBrowser: () => boolean;
}

const COPIED_SHOWN_MS = 4000;

/** Copies a link to the last run, to its query or to its snapshot. A tooltip confirms the copy. */
export function CopyLinkButton({ links, hasChanges }: CopyLinkButtonProps) {
  const t = useTranslations('workbench');
  const announce = useAnnounce();
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => {
    if (message === null) return undefined;
    const timer = setTimeout(() => {
      setMessage(null);
    }, COPIED_SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [message]);
  const copy = async (link: () => string) => {
    const isOfThisBrowser = links.isOfThisBrowser();
    const isCopied = await copyText(link());
    const plain = hasChanges ? t('query.lastLinkCopied') : t('query.linkCopied');
    const copied = isOfThisBrowser ? t('query.browserLinkCopied') : plain;
    setMessage(isCopied ? copied : t('query.linkNotCopied'));
    if (isCopied && isOfThisBrowser) announce(copied);
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
    <Tooltip label={message} opened={message !== null} position="top-end" multiline maw={280}>
      <div>
        {snapshot === null ? (
          button(() => void copy(query))
        ) : (
          <Menu position="top-end" width={290}>
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
