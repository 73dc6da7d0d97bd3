import { Button, Popover } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'use-intl';
import type { CellValue } from '@/contract/extraction';
import { useFormats } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { mixtureText } from '@/rows/price-rows/mixture-text';
import type { Mixture } from './mixture';
import classes from './mixture-note.module.css';
import type { Statistics } from './statistics';

interface MixtureNoteProps {
  readonly mixture: Mixture;
  readonly statistics: Statistics;
  readonly formatDecimal: (decimal: string) => string;
}

/** Warns that a sum mixes currencies or units. Pressing the warning shows the statistics of each currency or unit. */
export function MixtureNote(props: MixtureNoteProps) {
  const words = useWords();
  return (
    <Popover position="top-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          className={classes['note'] ?? ''}
          size="compact-xs"
          variant="default"
          leftSection={<IconAlertTriangle size={14} />}
        >
          {mixtureText(words, props.mixture)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} tabIndex={-1} data-autofocus>
        <MixtureDetails {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The number of groups that are listed. Of further groups, only the number is shown. */
const LISTED_GROUPS = 50;

/** Shows the statistics per currency and unit, or names the missing fields that would distinguish them. */
export function MixtureDetails({ mixture: { mixed, unknown }, statistics, formatDecimal }: MixtureNoteProps) {
  const t = useTranslations('results');
  const tMixture = useTranslations('resultsTools.mixture');
  const formats = useFormats();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const { groups, hasMoreGroups } = statistics;
  const restCount = groups.length - LISTED_GROUPS;
  return (
    <>
      {unknown.length > 0 && (
        <p className={classes['text']}>
          {tMixture('unknown', {
            fields: list.format(unknown.map(({ field }) => field)),
            count: unknown.length,
          })}
        </p>
      )}
      {mixed.length > 0 && (
        <table className={classes['table']}>
          <caption>{tMixture('caption')}</caption>
          <thead>
            <tr>
              {mixed.map(({ index, field }) => (
                <th key={index} scope="col">
                  {field}
                </th>
              ))}
              {[t('numberCount'), t('sum'), t('average'), t('min'), t('max')].map((name) => (
                <th key={name} scope="col" className={classes['number']}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, LISTED_GROUPS).map(({ denominations, numberCount, ...group }) => (
              <tr key={JSON.stringify(denominations)}>
                {mixed.map(({ index }) => (
                  <td key={index}>{valueText(denominations.find((each) => each.index === index)?.value)}</td>
                ))}
                <td className={classes['number']}>{formats.formatInteger(numberCount)}</td>
                {[group.sum, group.average, group.min, group.max].map((decimal, at) => (
                  <td key={at} className={classes['number']}>
                    {formatDecimal(decimal)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {restCount > 0 && (
        <p className={classes['text']}>
          {tMixture(hasMoreGroups ? 'moreThan' : 'more', {
            formatted: formats.formatInteger(restCount),
          })}
        </p>
      )}
    </>
  );

  function valueText(value: CellValue): string {
    return value === null || value === undefined || value === '' ? '∅' : String(value);
  }
}
