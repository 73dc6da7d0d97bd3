import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FormattedFigure } from '@/lib/formats/column-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ColumnDetails } from '@/analysis/profiles/column-profile';
import classes from './column-profile-panel.module.css';
import type { ColumnTexts } from '@/analysis/profiles/column-texts';

export interface DetailProps {
  readonly details: ColumnDetails;
  readonly texts: ColumnTexts;
}

/** The table **Quantiles** of a column of numbers or dates. */
export function Quantiles({ details: { quantiles }, texts }: DetailProps) {
  const t = useTranslations('columns');
  const formats = useFormats();
  if (quantiles.length === 0) return null;
  return (
    <NamedTable title={t('quantiles.title')} text={t('quantiles.text')}>
      <thead>
        <tr>
          <th scope="col">{t('quantiles.share')}</th>
          <th scope="col" data-number>
            {t('quantiles.value')}
          </th>
        </tr>
      </thead>
      <tbody>
        {quantiles.map(({ percent, value }) => (
          <tr key={percent}>
            <th scope="row">{formats.formatPercent(percent / 100)}</th>
            <FigureCell figure={texts.figure(value)} texts={texts} />
          </tr>
        ))}
      </tbody>
    </NamedTable>
  );
}

/** A cell with a number. If some digits are hidden, the tooltip shows all of them. */
function FigureCell({
  figure: { text, isExact, full },
  texts,
}: {
  readonly figure: FormattedFigure;
  readonly texts: ColumnTexts;
}) {
  return (
    <td data-number title={isExact ? undefined : full}>
      {texts.marked(text)}
    </td>
  );
}

/** The table **Lengths** of a column of texts. */
export function Lengths({ details: { lengths }, texts }: DetailProps) {
  const t = useTranslations('columns');
  if (lengths === null) return null;
  const rows = [
    ['shortest', texts.count(lengths.shortest)],
    ['longest', texts.count(lengths.longest)],
  ] as const;
  return (
    <NamedTable title={t('lengths.title')} text={t('lengths.text')}>
      <tbody>
        {rows.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{t(`lengths.${name}`)}</th>
            <td data-number>{text}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('lengths.mean')}</th>
          <FigureCell figure={texts.average(lengths.mean)} texts={texts} />
        </tr>
      </tbody>
    </NamedTable>
  );
}

/** The table **Days** of a column of dates: its first and last day, and the gaps between them. */
export function DateSpan({ details: { days }, texts }: DetailProps) {
  const t = useTranslations('columns');
  if (days === null) return null;
  const { longestGap } = days;
  return (
    <NamedTable title={t('days.title')} text={t('days.text')}>
      <tbody>
        <tr>
          <th scope="row">{t('days.span')}</th>
          <td data-number>{texts.count(days.dayCount)}</td>
        </tr>
        <tr>
          <th scope="row">{t('days.missing')}</th>
          <td data-number>{texts.count(days.missingCount)}</td>
        </tr>
        <tr>
          <th scope="row">{t('days.longest')}</th>
          <td data-number>
            {longestGap === null
              ? '–'
              : t('days.gap', {
                  days: texts.count(longestGap.dayCount),
                  count: longestGap.dayCount,
                  from: texts.value(longestGap.from),
                  to: texts.value(longestGap.to),
                })}
          </td>
        </tr>
      </tbody>
    </NamedTable>
  );
}

interface NamedTableProps {
  readonly title: string;
  /** The text below the title, which explains the numbers. */
  readonly text: string;
  readonly children: ReactNode;
}

function NamedTable({ title, text, children }: NamedTableProps) {
  return (
    <div>
      <Title order={3} size="md" mb={4}>
        {title}
      </Title>
      <Explanation>{text}</Explanation>
      <table className={classes['figures']} aria-label={title}>
        {children}
      </table>
    </div>
  );
}

export interface ExplanationProps {
  readonly id?: string;
  readonly children: string;
}

/** A text that explains figures. */
export function Explanation({ id, children }: ExplanationProps) {
  return (
    <Text id={id} size="xs" c="dimmed" maw="64ch" m="4px 0 8px">
      {children}
    </Text>
  );
}
