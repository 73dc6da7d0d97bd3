import { IconAlertTriangle, IconInfinity, IconTable, IconTrendingUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { createTranslator, useLocale } from 'use-intl';
import classes from './first-steps.module.css';
import { demoMessages } from './demo-messages';

interface FirstStep {
  readonly id: 'round' | 'pivot' | 'odd' | 'billion';
  readonly Icon: typeof IconTable;
  readonly priceColumn: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Addresses as anybody could type them. */
const STEPS: readonly FirstStep[] = [
  {
    id: 'round',
    Icon: IconTrendingUp,
    priceColumn: 'SalesPrice',
    search: {
      v: '1',
      fields: 'EntryNo;ItemNumber;Name;PriceList;Currency;PreviousValue;Value;_dtLastModifiedDate',
      filter: '_dtLastModifiedDate~on-or-after~2026-11-02',
      sort: '-_dtLastModifiedDate',
    },
  },
  {
    id: 'odd',
    Icon: IconAlertTriangle,
    priceColumn: 'SalesPrice',
    search: { v: '1', filter: 'cd_PriceGroup~is~FX-BOLT;PriceList~is~DE', show: 'checks' },
  },
  {
    id: 'pivot',
    Icon: IconTable,
    priceColumn: 'SalesPrice',
    search: {
      v: '1',
      fields: 'cd_PriceGroup;PriceList;Currency;MinimumQuantity;Value',
      filter: 'MinimumQuantity~equals~1;Currency~is~EUR',
      show: 'pivot',
      pivot: '1;rows,cd_PriceGroup;columns,PriceList;measures,median~Value',
    },
  },
  { id: 'billion', Icon: IconInfinity, priceColumn: 'PriceHistory', search: { v: '1', sort: '-EntryNo' } },
];

/** Suggestions for the first minute of the demo: four links to the workbench, on the start page. */
export function FirstSteps() {
  const locale = useLocale();
  const t = useMemo(() => createTranslator({ locale, messages: demoMessages(locale) }), [locale]);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classes['region']}>
      <h2 id={headingId} className={classes['heading']}>
        {t('firstSteps.title')}
      </h2>
      <ul className={classes['list']}>
        {STEPS.map(({ id, Icon, priceColumn, search }) => (
          <li key={id}>
            <Link
              to="/prices/$priceColumn"
              params={{ priceColumn }}
              search={search}
              state={{ isRunOnArrival: true }}
              className={classes['link']}
            >
              <Icon size={18} aria-hidden="true" className={classes['icon']} />
              <span className={classes['name']}>{t(`firstSteps.${id}`)}</span>{' '}
              <span className={classes['text']}>{t(`firstSteps.${id}Text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
