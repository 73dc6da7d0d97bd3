import { ActionIcon, Popover, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useMomentText } from '@/ui/formats/use-moment-text';
import { useNotices } from './notices-context';
import classes from './notifications-button.module.css';

export interface NotificationsButtonProps {
  /** Returns the display name of a price column; null while it is loading. */
  readonly displayNameOf: (priceColumn: string) => string | null;
}

/** The bell button with the list of changes in the service's source data. */
export function NotificationsButton({ displayNameOf }: NotificationsButtonProps) {
  const t = useTranslations('snapshots');
  const tCommon = useTranslations('common');
  const formats = useFormats();
  const { notices, isDisconnected, markListed, postpone } = useNotices();
  const momentText = useMomentText();
  const [isOpen, setOpen] = useState(false);
  // A change also counts as seen if its snapshot was opened in another way.
  const unseen = notices.filter(({ isListed, isSeen }) => !isListed && !isSeen).length;
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) markListed();
  };
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" trapFocus shadow="md" width={320}>
      <Popover.Target>
        <Tooltip label={t('notifications')} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes['bell']}
            onClick={() => change(!isOpen)}
          >
            <IconBell size={18} />
            <VisuallyHidden>{t('notifications')}</VisuallyHidden>
            {unseen > 0 && (
              <>
                {' '}
                <span aria-hidden="true" className={classes['count']}>
                  {formats.formatInteger(unseen)}
                </span>
                <VisuallyHidden>{t('newNotifications', { count: unseen })}</VisuallyHidden>
              </>
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notifications')}>
        {isDisconnected && <p className={classes['none']}>{t('notificationsCutOff')}</p>}
        {notices.length === 0 ? (
          !isDisconnected && <p className={classes['none']}>{t('noNotifications')}</p>
        ) : (
          <ul className={classes['list']}>
            {notices
              .map((notice) => ({ notice, name: displayNameOf(notice.priceColumn) }))
              .map(({ notice, name }) => (
                <li key={notice.cacheKey} className={classes['notice']}>
                  <span>
                    {name === null ? (
                      <span className={classes['pending']} role="img" aria-label={tCommon('loading')} />
                    ) : (
                      <strong>{name}</strong>
                    )}
                    <br />
                    {t('changedAt', { time: momentText(notice.changedAtMs) })}
                  </span>
                  <Link
                    to="/prices/$priceColumn"
                    params={{ priceColumn: notice.priceColumn }}
                    search={{ cacheKey: notice.cacheKey }}
                    className={classes['open']}
                    aria-label={name === null ? undefined : t('openChange', { name })}
                    onClick={() => {
                      postpone(notice.cacheKey);
                      change(false);
                    }}
                  >
                    {t('open')}
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
