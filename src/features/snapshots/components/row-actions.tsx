import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import classes from './snapshots-table.module.css';

export interface OpenLinkProps {
  readonly priceColumn: string;
  readonly search: Readonly<Record<string, string>>;
  /** The name of the row, for screen readers. */
  readonly label: string;
}

/** A link that opens the snapshot or copy of a row in the workbench. */
export function OpenLink({ priceColumn, search, label }: OpenLinkProps) {
  const t = useTranslations('snapshots');
  return (
    <Link
      to="/prices/$priceColumn"
      params={{ priceColumn }}
      search={search}
      className={classes['open']}
      aria-label={label}
    >
      {t('open')}
    </Link>
  );
}

interface ActionButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly label: string;
}

/** A button for another action of a row. */
export function ActionButton({ label, className, ...props }: ActionButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={[classes['action'], className].filter(Boolean).join(' ')}
      aria-label={label}
      {...props}
    />
  );
}
