import { useTranslations } from 'use-intl';
import { FigureTable } from '@/ui/components/figure-table';

export interface RowValuesProps {
  readonly values: readonly (readonly [label: string, value: string])[];
}

/** A table of a row's values for the record panel, one value below the other. */
export function RowValues({ values }: RowValuesProps) {
  const t = useTranslations('resultsTools');
  return (
    <FigureTable isRecord aria-label={t('recordValues')}>
      <thead>
        <tr>
          <th scope="col">{t('recordColumn')}</th>
          <th scope="col">{t('recordValue')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(([label, value], index) => (
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
