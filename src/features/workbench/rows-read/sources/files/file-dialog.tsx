import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { reloadPage } from '@/ui/page-version/page-version';
import { Dialog } from '@/ui/components/dialog';
import classes from './file-dialog.module.css';
import { FileMappingForm, type ColumnAliases, type FileFormProps } from './file-mapping-form';
import type { FilePurpose, OutlineChoices } from '@/analysis/source-files/file-outline';
import { FileProblemNote } from './file-problem-note';
import { FileProgress } from './file-progress';
import { OwnColumnsForm } from './own-columns-form';
import type { MappedFile } from '@/analysis/source-files/read-file';
import { EncodingChoice } from './reading-choices';
import { useFileOutline } from './use-file-outline';

interface FileDialogProps {
  readonly purpose: FilePurpose;
  /** Other names of the fields' columns. This must stay the same object, because a different object matches the columns again. */
  readonly aliases?: ColumnAliases;
  /** How much memory of the engine the file's rows may take, in bytes. */
  readonly budgetBytes: number;
  /** Files that are read immediately. If a certificate describes them, their columns are accepted without asking. */
  readonly offered?: readonly File[] | undefined;
  readonly onReady: (file: MappedFile) => void;
  readonly onClose: () => void;
}

/** The dialog in which the user chooses a file, and decides which of its columns are used. Nothing leaves the browser. */
export function FileDialog({ purpose, aliases, budgetBytes, offered, onReady, onClose }: FileDialogProps) {
  const t = useTranslations('files');
  const { files, state, open, choose } = useFileOutline(offered);
  const [isOver, setIsOver] = useState(false);
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      // Stops the event, because the page would otherwise verify the file as an export.
      event.stopPropagation();
      setIsOver(false);
      const dropped = Array.from(event.dataTransfer.files);
      if (dropped.length > 0) open(dropped);
    },
  };
  const [first] = files;
  return (
    <Dialog title={t(`title.${purpose}`)} size={960} onClose={onClose}>
      <Stack gap={14} className={classes['body'] ?? ''} data-over={isOver || undefined} {...drop}>
        {state.status === 'none' && (
          <Stack gap={4}>
            <Text inherit>{t('intro')}</Text>
            <Text size="xs" c="dimmed">
              {t('introCertificate')}
            </Text>
          </Stack>
        )}
        {state.status === 'reading' && (
          <Stack gap={4}>
            <Text role="status" inherit mih={24}>
              {t('opening', { name: first?.name ?? '' })}
            </Text>
            <FileProgress label={t('openingProgress')} share={state.share} />
          </Stack>
        )}
        {state.status === 'problem' && (
          <FileProblemNote problem={state.problem} name={first?.name ?? ''}>
            {state.problem.kind === 'wrong-encoding' && (
              <EncodingChoice
                encoding={state.problem.encoding}
                onChoose={(encoding) => choose({ ...state.choices, encoding }, 'encoding')}
              />
            )}
            {state.problem.kind === 'not-loaded' ? (
              <Button size="compact-sm" variant="default" onClick={reloadPage}>
                {t('reload')}
              </Button>
            ) : (
              hasChoices(state.choices) && (
                <Button size="compact-sm" variant="default" onClick={() => choose({}, null)}>
                  {t('undoChoices')}
                </Button>
              )
            )}
          </FileProblemNote>
        )}
        {state.status === 'outlined' && (
          <FileForm
            key={state.id}
            purpose={purpose}
            aliases={aliases}
            outline={state.outline}
            choices={state.choices}
            changed={state.changed}
            budgetBytes={budgetBytes}
            isTakenAtOnce={files === offered && state.outline.certificate !== null}
            otherFile={<ChooseFile isFirst={false} onFiles={open} />}
            onChoices={choose}
            onReady={(mapping) => onReady({ files, outline: state.outline, mapping })}
          />
        )}
        {state.status !== 'outlined' && (
          <Group gap={8}>
            <ChooseFile isFirst={state.status === 'none'} onFiles={open} />
            {state.status === 'reading' && (
              <Button variant="subtle" color="gray" onClick={() => open([])}>
                {t('cancelReading')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

interface FileFormOfPurposeProps extends FileFormProps {
  readonly purpose: FilePurpose;
  readonly aliases: ColumnAliases | undefined;
}

/** The form for the columns. For the purpose `add`, they keep their names; otherwise they are matched with fields of the price column. */
function FileForm({ purpose, aliases, ...props }: FileFormOfPurposeProps) {
  return purpose === 'add' ? (
    <OwnColumnsForm {...props} />
  ) : (
    <FileMappingForm {...props} purpose={purpose} aliases={aliases} />
  );
}

function ChooseFile({
  isFirst,
  onFiles,
}: {
  readonly isFirst: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const t = useTranslations('files');
  const resetRef = useRef<() => void>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was removed, either **Cancel** or this button in its other position, so this button takes the focus.
    if (document.activeElement === document.body) buttonRef.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <FileButton
      multiple
      resetRef={resetRef}
      onChange={(chosen) => {
        if (chosen.length > 0) onFiles(chosen);
        // The input is reset, because choosing an edited file again would not fire a change event.
        resetRef.current?.();
      }}
    >
      {(props) => (
        <Button
          {...props}
          ref={buttonRef}
          variant={isFirst ? 'filled' : 'default'}
          leftSection={<IconFileUpload size={16} aria-hidden="true" />}
          data-autofocus
        >
          {t(isFirst ? 'choose' : 'chooseOther')}
        </Button>
      )}
    </FileButton>
  );
}

/** Whether the user has made choices, which may be the reason why the file cannot be read. */
function hasChoices(choices: OutlineChoices): boolean {
  return Object.values(choices).some((choice) => choice !== undefined);
}
