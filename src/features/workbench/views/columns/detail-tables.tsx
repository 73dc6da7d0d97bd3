import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FormattedFigure } from '@/lib/formats/column-format';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ColumnDetails } from './column-profile';
import classes from './column-profile-panel.module.css';
import type { ColumnTexts } from './use-column-texts';

export interface DetailProps {
  readonly details: ColumnDetails;
  readonly texts: ColumnTexts;
}

/** Table **Quantiles** of numbers and dates. */
export function Quantiles({ details: { quantiles, isEstimate }, texts }: DetailProps) {
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
            <FigureCell figure={texts.figure(value)} isEstimate={isEstimate} />
          </tr>
        ))}
      </tbody>
    </NamedTable>
  );
}

/** A number; if some digits are hidden, the tooltip shows all of them. */
function FigureCell({
  figure: { text, isExact, full },
  isEstimate,
}: {
  readonly figure: FormattedFigure;
  readonly isEstimate: boolean;
}) {
  const t = useTranslations('columns');
  return (
    <td data-number title={isExact ? undefined : full}>
      {t(isEstimate ? 'about' : 'exact', { figure: text })}
    </td>
  );
}

export function Lengths({ details: { lengths, isEstimate }, texts }: DetailProps) {
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
          <FigureCell figure={texts.average(lengths.mean)} isEstimate={isEstimate} />
        </tr>
      </tbody>
    </NamedTable>
  );
}

/** Table **Days** of dates: the range from the first to the last day, and its gaps. */
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
  /** Explains the numbers. */
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

/** Explains figures in words. */
export function Explanation({ id, children }: ExplanationProps) {
  return (
    <Text id={id} size="xs" c="dimmed" maw="64ch" m="4px 0 8px">
      {children}
    </Text>
  );
}
