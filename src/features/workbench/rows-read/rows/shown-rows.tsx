import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatePanel } from '@/ui/components/state-panel';
import type { OpenedRows, RowsOpening } from './use-opened-rows';

export interface ShownRowsProps<Rows, Query> extends RowsOpening<Rows, Query> {
  /** What is said if the rows could not be opened. */
  readonly failed: { readonly title: string; readonly text: string };
  /** Shown while the first rows are being opened. */
  readonly opening?: ReactNode;
  /** Shown if there are no rows. */
  readonly none: ReactNode;
  /** Renders the rows, of which there is at least one. */
  readonly children: (data: OpenedRows<Rows, Query>) => ReactNode;
}

/** The rows that a view has opened, or why there are none to show. */
export function ShownRows<Rows extends { readonly rowCount: number }, Query>(
  props: ShownRowsProps<Rows, Query>,
) {
  const { data, hasFailed, retry, failed, opening = null, none, children } = props;
  const t = useTranslations('common');
  if (hasFailed) {
    return (
      <StatePanel
        icon={<IconAlertTriangle size={22} />}
        title={failed.title}
        tone="failure"
        actions={
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
            {t('tryAgain')}
          </Button>
        }
      >
        <p>{failed.text}</p>
      </StatePanel>
    );
  }
  if (data === null) return opening;
  return data.opened.rowCount === 0 ? none : children(data);
}
