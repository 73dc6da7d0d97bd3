import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileSearch, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useRowsReadScope } from '../../rows-read/rows/rows-read-scope';
import { FileDialog } from '../../rows-read/sources/files/file-dialog';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { SourceStatus } from '../../rows-read/sources/source-status';
import { OLD_VALUE_HEADS } from '@/analysis/new-prices/stale-prices';
import type { StalePricesState } from './use-stale-prices';
import classes from './proposal.module.css';

export interface StalePricesBarProps {
  readonly file: MappedFile;
  readonly state: StalePricesState;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onChooseFile: () => void;
  readonly onClose: () => void;
}

/** Shows how many prices have changed since a proposal was exported. */
export function StalePricesBar({ file, state, isShown, onShow, onChooseFile, onClose }: StalePricesBarProps) {
  const t = useTranslations('proposal.stale');
  const { formatInteger } = useFormats();
  const { source, stale, problem } = state;
  const { name } = file.outline;
  const counted = (count: number) => ({ formatted: formatInteger(count), count });
  return (
    <Group component="section" aria-label={t('title')} gap="6px 12px">
      {source.status !== 'read' && (
        <SourceStatus
          name={name}
          state={source}
          waysOut={{ onChoose: onChooseFile, onTakeNew: null }}
          onChooseFile={onChooseFile}
        />
      )}
      {problem !== null && (
        <Text role="alert" size="sm" c="var(--cn-danger)">
          {t(problem)}
        </Text>
      )}
      {stale !== null && (
        <>
          <Group
            component="p"
            role="status"
            m={0}
            gap={6}
            wrap="nowrap"
            fz="sm"
            c={stale.rowCount > 0 ? 'var(--cn-danger)' : 'inherit'}
          >
            {stale.rowCount > 0 && (
              <IconAlertTriangle size={16} aria-hidden="true" className={classes['icon']} />
            )}
            {[
              t('moved', { ...counted(stale.rowCount), found: formatInteger(stale.found), file: name }),
              ...(stale.gone > 0 ? [t('gone', counted(stale.gone))] : []),
              ...(stale.several > 0 ? [t('several', counted(stale.several))] : []),
            ].join(' ')}
          </Group>
          {stale.rowCount > 0 && (
            <Button
              size="compact-sm"
              variant={isShown ? 'light' : 'default'}
              aria-pressed={isShown}
              onClick={onShow}
            >
              {t('show')}
            </Button>
          )}
        </>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} aria-hidden="true" />}
        onClick={onClose}
      >
        {t('close')}
      </Button>
    </Group>
  );
}

/** The **Compare with an exported proposal…** button, which opens a dialog to choose the file. */
export function CompareWithExported({
  price,
  onReady,
}: {
  readonly price: string;
  readonly onReady: (file: MappedFile) => void;
}) {
  const t = useTranslations('proposal.stale');
  const { reading } = useRowsReadScope();
  const [isOpen, setIsOpen] = useState(false);
  const aliases = useMemo(() => ({ [price]: OLD_VALUE_HEADS }), [price]);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFileSearch size={15} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('button')}
      </Button>
      {isOpen && (
        <FileDialog
          purpose="proposal"
          aliases={aliases}
          budgetBytes={reading.budgetBytes}
          onReady={(file) => {
            setIsOpen(false);
            onReady(file);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
