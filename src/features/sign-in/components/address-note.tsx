import { useLocale, useTranslations } from 'use-intl';
import { parseServiceAddress, type ServiceAddressRepair } from '@/session/service-address';
import classes from './address-note.module.css';

/** Shows how a typed service address was corrected. `typed` is null where it was not. */
export function AddressNote({ typed }: { readonly typed: string | null }) {
  const t = useTranslations('signIn');
  const locale = useLocale();
  const parsed = typed === null ? null : parseServiceAddress(typed);
  const repairs = parsed?.ok === true ? parsed.repairs : [];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (
    <p role="status" className={classes['note']}>
      {repairs.length > 0 &&
        t('addressRepaired', { repairs: list.format(repairs.map((repair) => t(REPAIRS[repair]))) })}
    </p>
  );
}

const REPAIRS = {
  'scheme-added': 'repairSchemeAdded',
  'path-added': 'repairPathAdded',
  'endpoint-cut': 'repairEndpointCut',
  'query-cut': 'repairQueryCut',
  'slash-cut': 'repairSlashCut',
} as const satisfies Record<ServiceAddressRepair, string>;
