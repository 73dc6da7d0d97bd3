import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useOwnRecords } from '@/session/use-own-records';
import { datedName, fileNameOf } from '@/lib/formats/file-name';
import { useAnnounce } from '@/ui/components/announcer';
import { downloadText } from '@/ui/components/download-text';
import { OneSelect } from '../../conditions/field-select';
import { useWorkbenchScope } from '../../controller/use-workbench';
import { viewsOf } from '../../model/saved-view';
import { savedViewsQuery } from '../../storage/workbench-records.queries';
import { useComparedRules } from './compared-rules';
import { proposalFromParameter } from './proposal-address';
import { draftOf, specOf } from './proposal-draft';
import { useEditedProposal, useProposalState } from './proposal-state';
import { readRulesFile, rulesFileText, type ReadRulesFile } from '@/analysis/new-prices/rules-file';

const NOTHING = '';
const A_FILE = 'file';
const VIEW_PREFIX = 'view ';

/** The buttons that save and load rules as a file, and the **Compare with saved rules** menu. */
export function RulesTools() {
  const t = useTranslations('proposal.kept');
  const language = useLocale();
  const announce = useAnnounce();
  const { priceColumn } = useWorkbenchScope();
  const { rowsRead } = useProposalState();
  const { draft, change } = useEditedProposal();
  const { compared, compareWith } = useComparedRules();
  const { columns } = rowsRead.table;
  const { data: views = [] } = useQuery(savedViewsQuery(useOwnRecords()));
  const withRules = viewsOf(views, priceColumn.name, language).filter(
    ({ display }) => display?.proposal !== undefined,
  );
  const [problem, setProblem] = useState('');
  const fileToCompare = useRef<HTMLInputElement>(null);
  const resetFile = useRef<() => void>(null);

  function say(read: Extract<ReadRulesFile, { ok: false }>['problem'], file: string): void {
    setProblem(t(`problem.${read.kind}`, { file, text: read.text === '' ? '–' : read.text.slice(0, 80) }));
  }
  async function read(
    file: File,
    onRead: (read: Extract<ReadRulesFile, { ok: true }>) => void,
  ): Promise<void> {
    setProblem('');
    const found = readRulesFile(await file.text(), columns);
    if (found.ok) onRead(found);
    else say(found.problem, file.name);
  }
  function choose(value: string): void {
    setProblem('');
    if (value === A_FILE) return fileToCompare.current?.click();
    const view = withRules.find(({ id }) => VIEW_PREFIX + id === value);
    if (view?.display?.proposal === undefined) return compareWith(null);
    const found = proposalFromParameter(view.display.proposal, columns);
    if (found.ok) compareWith({ viewId: view.id, name: view.name, rules: found.spec });
    else setProblem(t('problem.view', { view: view.name, text: found.problem.text.slice(0, 80) }));
  }
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={13} aria-hidden="true" />}
          onClick={() => {
            const fileName = datedName(t('fileName', { priceColumn: priceColumn.displayName }));
            const text = rulesFileText(specOf(draft), priceColumn.name);
            downloadText(`${fileNameOf(fileName)}.json`, 'application/json', text);
            announce(t('saved'));
          }}
        >
          {t('save')}
        </Button>
        <FileButton
          accept="application/json,.json"
          resetRef={resetFile}
          onChange={(file) => {
            resetFile.current?.();
            if (file === null) return;
            void read(file, ({ rules }) => {
              change(draftOf(rules));
              announce(t('opened', { count: rules.rules.length }));
            });
          }}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-xs"
              variant="default"
              leftSection={<IconFolderOpen size={13} aria-hidden="true" />}
            >
              {t('open')}
            </Button>
          )}
        </FileButton>
      </Group>
      <OneSelect
        label={t('compare')}
        hint={t('compareHint')}
        options={[
          { value: NOTHING, label: t('nothing') },
          ...withRules.map(({ id, name }) => ({ value: VIEW_PREFIX + id, label: name })),
          {
            value: A_FILE,
            label: compared !== null && compared.viewId === null ? compared.name : t('aFile'),
          },
        ]}
        value={
          compared === null ? NOTHING : compared.viewId === null ? A_FILE : VIEW_PREFIX + compared.viewId
        }
        onChange={choose}
      />
      <input
        ref={fileToCompare}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('compareFile')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Clears the input, so that the user can choose the same file again.
          event.currentTarget.value = '';
          if (file === undefined) return;
          void read(file, ({ rules }) => compareWith({ viewId: null, name: file.name, rules }));
        }}
      />
      {problem !== '' && (
        <Text role="alert" size="sm" c="var(--cn-danger)">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
