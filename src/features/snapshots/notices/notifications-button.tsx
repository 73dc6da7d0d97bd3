import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { useNotices } from './notices-context';
import classes from './notifications-button.module.css';

const NEWS_ID = 'unseen-notifications';

/** The bell: what the service told of its sources. */
export function NotificationsButton() {
  const t = useTranslations('snapshots');
  const formats = useFormats();
  const { notices, isCutOff, markSeen } = useNotices();
  const [isOpen, setOpen] = useState(false);
  const unseen = notices.filter((notice) => !notice.isSeen).length;
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) markSeen();
  };
  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" trapFocus shadow="md" width={320}>
      <Popover.Target>
        <Tooltip label={t('notifications')} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('notifications')}
            aria-describedby={NEWS_ID}
            className={classes['bell']}
            onClick={() => change(!isOpen)}
          >
            <IconBell size={18} />
            <span id={NEWS_ID} className={unseen > 0 ? classes['count'] : classes['unseen']}>
              <span aria-hidden="true">{unseen > 0 ? formats.formatInteger(unseen) : ''}</span>
              <span className={classes['unseen']}>{t('newNotifications', { count: unseen })}</span>
            </span>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notifications')}>
        {isCutOff && <p className={classes['none']}>{t('notificationsCutOff')}</p>}
        {notices.length === 0 ? (
          !isCutOff && <p className={classes['none']}>{t('noNotifications')}</p>
        ) : (
          <ul className={classes['list']}>
            {notices.map((notice) => (
              <li key={notice.cacheKey} className={classes['notice']}>
                <span>
                  <strong>{notice.priceColumn}</strong>
                  <br />
                  {t('changedAt', { time: formats.formatTime(notice.changedAtMs) })}
                </span>
                <Link
                  to="/prices/$priceColumn"
                  params={{ priceColumn: notice.priceColumn }}
                  search={{ cacheKey: notice.cacheKey }}
                  className={classes['open']}
                  aria-label={t('openChange', { name: notice.priceColumn })}
                  onClick={() => change(false)}
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
