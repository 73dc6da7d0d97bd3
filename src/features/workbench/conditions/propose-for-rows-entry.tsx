import { IconPercentage } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { MenuEntry } from '@/ui/components/menu-entry';
import { useRuleForRows, type ProposedRows } from './propose-for-rows';

export interface ProposeForRowsEntryProps {
  readonly rows: ProposedRows;
  /** Called when the rule has been added to the view. */
  readonly onStarted: () => void;
}

/** The menu item **Propose for these rows**. The menu stays open until the rule is added. If it cannot be added, the item says why. */
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
