import {
  IconAlertTriangle,
  IconCalculator,
  IconInfinity,
  IconPercentage,
  IconTable,
  IconTag,
  IconTrendingUp,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { createTranslator, useLocale } from 'use-intl';
import classes from './first-steps.module.css';
import { demoMessages } from './demo-messages';

interface FirstStep {
  readonly id: 'round' | 'pivot' | 'odd' | 'margin' | 'plan' | 'item' | 'billion';
  readonly Icon: typeof IconTable;
  /** What the link opens: the page of an item, or a query (in the form of an address) that runs at once. */
  readonly target:
    | { readonly priceColumn: string; readonly search: Readonly<Record<string, string>> }
    | { readonly item: string };
}

/** The part of an address that adds the cost of each article to its sales prices, matched by article and currency. */
const MARGIN_ADDED =
  '1;Cost for pricing,price-column~CostForPricing,key~ItemNumber~Number,key~Currency~Currency,take~CostForPricing';
/** The part of an address that computes the margin: the share of the price that exceeds the cost, in percent. */
const MARGIN_REFINE = '1;!new~Margin %~2~(Value - [Cost for pricing · CostForPricing]) / Value * 100';

const STEPS: readonly FirstStep[] = [
  {
    id: 'round',
    Icon: IconTrendingUp,
    target: {
      priceColumn: 'SalesPrice',
      search: {
        v: '1',
        fields: 'EntryNo;ItemNumber;Name;PriceList;Currency;PreviousValue;Value;_dtLastModifiedDate',
        filter: '_dtLastModifiedDate~on-or-after~2026-11-02',
        sort: '-_dtLastModifiedDate',
      },
    },
  },
  {
    id: 'odd',
    Icon: IconAlertTriangle,
    target: {
      priceColumn: 'SalesPrice',
      search: { v: '1', filter: 'cd_PriceGroup~is~FX-BOLT;PriceList~is~DE', show: 'checks' },
    },
  },
  {
    id: 'pivot',
    Icon: IconTable,
    target: {
      priceColumn: 'SalesPrice',
      search: {
        v: '1',
        fields: 'cd_PriceGroup;PriceList;Currency;MinimumQuantity;Value',
        filter: 'MinimumQuantity~equals~1;Currency~is~EUR',
        show: 'pivot',
        pivot: '1;rows,cd_PriceGroup;columns,PriceList;measures,median~Value',
      },
    },
  },
  {
    id: 'margin',
    Icon: IconPercentage,
    target: {
      priceColumn: 'SalesPrice',
      search: {
        v: '1',
        fields: 'ItemNumber;Currency;MinimumQuantity;Value',
        filter: 'cd_PriceGroup~is~FX-BOLT;PriceList~is~DE',
        added: MARGIN_ADDED,
        refine: MARGIN_REFINE,
      },
    },
  },
  {
    id: 'plan',
    Icon: IconCalculator,
    target: {
      priceColumn: 'SalesPrice',
      search: {
        v: '1',
        fields: 'EntryNo;ItemNumber;Name;cd_PriceGroup;Currency;MinimumQuantity;ValidFrom;ValidTo;Value',
        filter: 'cd_PriceGroup~starts-with~FX;PriceList~is~DE;MinimumQuantity~equals~1',
        added: MARGIN_ADDED,
        show: 'proposal',
        proposal: '1;rule,by~percent~3,to~ending~0.95~nearest,below~margin~18,most~8',
      },
    },
  },
  // This article has a promotion, contracts, and a gap in its sales prices.
  { id: 'item', Icon: IconTag, target: { item: 'A-100002303' } },
  {
    id: 'billion',
    Icon: IconInfinity,
    target: { priceColumn: 'PriceHistory', search: { v: '1', sort: '-EntryNo' } },
  },
];

/** Links on the start page that suggest what to try first in the demo. */
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
        {STEPS.map(({ id, Icon, target }) => {
          const content = (
            <>
              <Icon size={18} aria-hidden="true" className={classes['icon']} />
              <span className={classes['name']}>{t(`firstSteps.${id}`)}</span>{' '}
              <span className={classes['text']}>{t(`firstSteps.${id}Text`)}</span>
            </>
          );
          return (
            <li key={id}>
              {'item' in target ? (
                <Link to="/items/$item" params={target} className={classes['link']}>
                  {content}
                </Link>
              ) : (
                <Link
                  to="/prices/$priceColumn"
                  params={{ priceColumn: target.priceColumn }}
                  search={target.search}
                  state={{ isRunOnArrival: true }}
                  className={classes['link']}
                >
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
