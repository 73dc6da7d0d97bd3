import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPrinter, IconTagOff } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { useRights, useServiceClient } from '@/session/session-context';
import { localDay } from '@/lib/formats/iso-date';
import { usePageTitle } from '@/ui/components/page-title';
import { Screen, ScreenHeader } from '@/ui/components/screen';
import { StatePanel } from '@/ui/components/state-panel';
import { itemRowsQuery, type ItemRows } from '../api/item-rows.queries';
import { itemSections, nameField, type ItemSection } from '../model/item-sections';
import { hasTime, lanesOf, rowsOn, type PriceLane } from '../model/price-lanes';
import { dayOf } from '../model/validity';
import classes from './item.module.css';
import { PriceSection, SectionSkeleton, UnreadSection } from './price-section';
import { PICTURE_IDS, SectionLinks, sectionId } from './section-heading';
import { ValidityPart } from './validity-part';
import { ValuesPart } from './values-part';

export interface ItemScreenProps {
  /** The item's number as written in the address. */
  readonly item: string;
  /** The price columns; null while they are loading. */
  readonly priceColumns: readonly PriceColumn[] | null;
  /** What could not be read of the price columns, or not yet; false if nothing is missing. */
  readonly notice?: ReactNode;
  /** The ISO day whose prices are shown; null for today. */
  readonly day: string | null;
  readonly onDayChange: (day: string | null) => void;
  /** Returns the search parameters that select the rows of an item in the workbench. */
  readonly searchOf: (section: ItemSection, item: string) => Readonly<Record<string, string | undefined>>;
}

/** The screen with everything about one item: its prices on a day in all price columns, and over time. */
export function ItemScreen(props: ItemScreenProps) {
  const { item, priceColumns, notice = false, day, onDayChange } = props;
  const t = useTranslations('item');
  const tCommon = useTranslations('common');
  const [today] = useState(() => localDay(new Date()));
  const rights = useRights();
  const client = useServiceClient();
  const known = useMemo(
    () => (priceColumns === null ? null : itemSections(priceColumns, rights)),
    [priceColumns, rights],
  );
  const sections = known?.sections ?? NONE;
  const looks = useQueries({ queries: sections.map((section) => itemRowsQuery(client, section, item)) });
  const lanes = useLanes(sections, looks);
  usePageTitle(t('title', { item }));

  const shownDay = dayOf(day ?? today) ?? 0;
  const timed = sections.flatMap((section, index) => (hasTime(section) ? (lanes[index] ?? []) : []));
  const ofValidity = timed.filter(({ section }) => section.changedOn === null);
  const parts = [
    ...[...sections, ...(known?.locked ?? [])].map(({ priceColumn: { name, displayName } }) => ({
      id: sectionId(name),
      name: displayName,
    })),
    ...(ofValidity.length > 0 ? [{ id: PICTURE_IDS.validity, name: t('validity') }] : []),
    ...(timed.length > 0 ? [{ id: PICTURE_IDS.values, name: t('values') }] : []),
  ];
  const isNowhere =
    known !== null &&
    notice === false &&
    looks.length > 0 &&
    looks.every(({ data }) => data !== undefined && data.rows.length === 0);
  return (
    <Screen>
      <ScreenHeader
        title={t('title', { item })}
        intro={nameOf(sections, looks) ?? (isNowhere ? t('nowhereIntro') : t('intro'))}
        tools={
          <Group gap={8} align="end">
            <DayInput day={day ?? today} onChange={(next) => onDayChange(next === today ? null : next)} />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPrinter size={15} />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          </Group>
        }
      />
      {parts.length > 1 && <SectionLinks parts={parts} />}
      {notice}
      {known === null && <SectionSkeleton label={tCommon('loading')} />}
      {known !== null &&
        notice === false &&
        known.sections.length + known.unsearchable.length + known.locked.length === 0 && (
          <StatePanel icon={<IconTagOff size={22} />} title={t('noItemColumnTitle')}>
            <p>{t('noItemColumnText')}</p>
          </StatePanel>
        )}
      {isNowhere && (
        <StatePanel
          icon={<IconTagOff size={22} />}
          title={t('nowhereTitle', { item })}
          actions={
            <Button component={Link} to="/prices" variant="default">
              {tCommon('backToPrices')}
            </Button>
          }
        >
          <p>{t('nowhereText')}</p>
        </StatePanel>
      )}
      <Stack gap={24} className={classes['sections'] ?? ''}>
        {sections.map((section, index) => {
          const look = looks[index];
          if (look === undefined) return null;
          return (
            <PriceSection
              key={section.priceColumn.name}
              section={section}
              item={item}
              look={look}
              rowsOnDay={
                look.data === undefined ? NO_ROWS : rowsOn(section, look.data, lanes[index] ?? [], shownDay)
              }
              day={day ?? today}
              search={props.searchOf(section, item)}
            />
          );
        })}
        {known?.locked.map(({ priceColumn, right }) => (
          <UnreadSection key={priceColumn.name} priceColumn={priceColumn} lockedBy={right} />
        ))}
        {ofValidity.length > 0 && (
          <ValidityPart
            item={item}
            lanes={ofValidity}
            today={dayOf(today) ?? 0}
            day={shownDay}
            onDayChange={(next) => onDayChange(next === today ? null : next)}
          />
        )}
        {timed.length > 0 && <ValuesPart item={item} lanes={timed} today={dayOf(today) ?? 0} />}
        {known !== null && known.unsearchable.length > 0 && (
          <p className={classes['note']}>
            {t('unsearchable', {
              columns: known.unsearchable.map(({ displayName }) => displayName).join(', '),
              count: known.unsearchable.length,
            })}
          </p>
        )}
      </Stack>
    </Screen>
  );
}

const NONE: readonly ItemSection[] = [];
const NO_ROWS: readonly number[] = [];

interface DayInputProps {
  /** The chosen ISO day. */
  readonly day: string;
  readonly onChange: (day: string) => void;
}

/** An input for a day. While the user types, the date may be empty or long ago; prices for such dates are not shown. */
function DayInput({ day, onChange }: DayInputProps) {
  const t = useTranslations('item');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="date"
      size="xs"
      label={t('pricesOn')}
      value={typed ?? day}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (value >= FIRST_DAY && value <= LAST_DAY) onChange(value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-12-31';

type Looks = readonly { readonly data: ItemRows | undefined }[];

/** Returns each section's lanes (prices of one list, currency and quantity). They are computed again only for new rows. */
function useLanes(sections: readonly ItemSection[], looks: Looks): readonly (readonly PriceLane[])[] {
  const [cache] = useState(() => new WeakMap<ItemRows, readonly PriceLane[]>());
  return sections.map((section, index) => {
    const rows = looks[index]?.data;
    if (rows === undefined || !hasTime(section)) return [];
    const lanes = cache.get(rows) ?? lanesOf(section, rows);
    cache.set(rows, lanes);
    return lanes;
  });
}

/** Returns the name of the item: from the item table's section if it has loaded, otherwise from any other section. */
function nameOf(sections: readonly ItemSection[], looks: Looks): string | null {
  const names = sections.flatMap(({ priceColumn, itemField }, index) => {
    const data = looks[index]?.data;
    const field = nameField(priceColumn.fields);
    const value = field === null ? undefined : data?.rows[0]?.[data.columns.indexOf(field.name)];
    return typeof value === 'string' && value !== '' ? [{ value, isOwn: itemField.isPrimaryKey }] : [];
  });
  return (names.find(({ isOwn }) => isOwn) ?? names[0])?.value ?? null;
}
