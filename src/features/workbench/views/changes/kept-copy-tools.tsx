import { Button, Group, Text, type GroupProps } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useKeepObstacle } from '@/rows/kept-copies/kept-copies-mode';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ComparableSnapshot } from '../../model/compare-with';

export interface KeptCopyToolsProps {
  /** The latest kept copy (rows saved in this browser) of another snapshot; null if there is none. */
  readonly lastCopy: ComparableSnapshot | null;
  /** Whether the comparison on screen is with `lastCopy`. */
  readonly isCompared: boolean;
  readonly onCompare: (copy: ComparableSnapshot) => void;
  /** The buttons that keep the snapshot on screen. */
  readonly tools: ReactNode;
  readonly justify?: GroupProps['justify'] | undefined;
}

/** Tools for a weekly comparison, with one press each: compare with the last kept copy, and keep the snapshot on screen. */
export function KeptCopyTools({
  lastCopy,
  isCompared,
  onCompare,
  tools,
  justify = 'flex-start',
}: KeptCopyToolsProps) {
  const t = useTranslations('changes.kept');
  const { formatDateTime } = useFormats();
  if (useKeepObstacle() === 'installation') return null;
  return (
    <Group role="group" aria-label={t('label')} gap="4px 12px" justify={justify}>
      {lastCopy !== null && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconHistory size={15} aria-hidden="true" />}
            aria-pressed={isCompared}
            onClick={() => onCompare(lastCopy)}
          >
            {t('compare')}
          </Button>
          <Text span size="xs" c="dimmed" truncate maw="100%">
            {t('last', { copy: lastCopy.label, time: formatDateTime(lastCopy.takenAtMs) })}
          </Text>
        </>
      )}
      {tools}
    </Group>
  );
}
