import { IconPercentage } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { MenuEntry } from '@/ui/components/menu-entry';
import { useRuleForRows, type ProposedRows } from './propose-for-rows';

export interface ProposeForRowsEntryProps {
  readonly rows: ProposedRows;
  /** Called once the view has the rule. */
  readonly onStarted: () => void;
}

/** **Propose for these rows** in a menu. The menu stays open until there is a rule: where none can be for the rows, the entry says why. */
export function ProposeForRowsEntry({ rows, onStarted }: ProposeForRowsEntryProps) {
  const t = useTranslations('proposal.forRows');
  const { whyNot, problem, isReading, start } = useRuleForRows(rows);
  const onClick = async () => {
    if (await start()) onStarted();
  };
  return (
    <MenuEntry
      leftSection={<IconPercentage size={16} />}
      whyNot={whyNot ?? problem ?? (isReading ? t('reading') : null)}
      closeMenuOnClick={false}
      onClick={() => void onClick()}
    >
      {t('action')}
    </MenuEntry>
  );
}
