import '@/ui/components/combobox-styles.css';
import { Group, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/ui/formats/format-settings-context';
import { SavePicture } from '@/ui/pictures/save-picture';
import { SeriesMark, SeriesPoint } from '@/ui/pictures/series-mark';
import { applies, type PriceLane } from '../model/price-lanes';
import { timeScale } from '../model/time-scale';
import { isValidOn } from '../model/validity';
import { drawnLanes, stepGroups, stepPlot, type StepGroup } from '../model/value-steps';
import classes from './item.module.css';
import { PICTURE_IDS, SectionHeading } from './section-heading';
import { Sign, Signs } from './signs';
import { TickTexts } from './tick-texts';
import { percent, TimePicture } from './time-picture';
import { useLaneText } from './use-lane-text';

export interface ValuesPartProps {
  readonly item: string;
  readonly lanes: readonly PriceLane[];
  readonly today: number;
}

/** Shows past and future prices of a price column in one currency, as a step chart over time. */
export function ValuesPart({ item, lanes, today }: ValuesPartProps) {
  const t = useTranslations('item');
  const { formatInteger } = useFormats();
  const id = PICTURE_IDS.values;
  const groups = useMemo(() => stepGroups(lanes), [lanes]);
  const [chosen, setChosen] = useState<string | null>(null);
  const group = groups.find(({ key }) => key === chosen) ?? groups[0];
  if (group === undefined) return null;
  const nameOf = ({ lanes: [lane], currency }: StepGroup) =>
    [lane?.section.priceColumn.displayName, currency].filter((part) => part != null).join(' · ');
  const drawn = drawnLanes(group);
  return (
    <section aria-labelledby={id} className={classes['section']} data-narrow>
      <Group justify="space-between" gap={8} mb={6}>
        <SectionHeading id={id}>{t('values')}</SectionHeading>
        <Select
          size="xs"
          aria-label={t('valuesOf')}
          data={groups.map((each) => ({ value: each.key, label: nameOf(each) }))}
          value={group.key}
          allowDeselect={false}
          onChange={setChosen}
          className={classes['choice'] ?? ''}
        />
      </Group>
      <Steps item={item} groupName={nameOf(group)} drawn={drawn} today={today} />
      {drawn.length < group.lanes.length && (
        <p className={classes['note']}>
          {t('someLines', { shown: formatInteger(drawn.length), all: formatInteger(group.lanes.length) })}
        </p>
      )}
    </section>
  );
}

interface StepsProps {
  readonly item: string;
  readonly groupName: string;
  readonly drawn: readonly PriceLane[];
  readonly today: number;
}

const HEIGHT_PX = 180;
const SAVED_HEIGHT_PX = 280;

function Steps({ item, groupName, drawn, today }: StepsProps) {
  const t = useTranslations('item');
  const text = useLaneText();
  const label = t('valuesNamed', { name: groupName });
  const legend = (
    <Signs>
      {drawn.map((lane, index) => (
        <Sign key={lane.key}>
          <SeriesMark series={index} />
          {text.nameOf(lane)}
        </Sign>
      ))}
    </Signs>
  );
  return (
    <>
      <Group justify="space-between" gap={8} mb={4}>
        {legend}
        <SavePicture
          title={`${t('title', { item })}: ${label}`}
          renderPicture={() => (
            <>
              {legend}
              <StepsPicture label={label} drawn={drawn} today={today} heightPx={SAVED_HEIGHT_PX} />
            </>
          )}
          getFileName={() => `${item} – ${label}`}
        />
      </Group>
      <StepsPicture label={label} drawn={drawn} today={today} heightPx={HEIGHT_PX} />
    </>
  );
}

interface StepsPictureProps extends Pick<StepsProps, 'drawn' | 'today'> {
  readonly label: string;
  readonly heightPx: number;
}

function StepsPicture({ label, drawn, today, heightPx }: StepsPictureProps) {
  const t = useTranslations('item');
  const text = useLaneText();
  const { locale } = useFormats();
  const scale = useMemo(() => timeScale(drawn, [today]), [drawn, today]);
  const plot = useMemo(() => stepPlot(drawn, scale), [drawn, scale]);
  const axis = useMemo(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }), [locale]);
  const y = (share: number) => 6 + (1 - share) * (heightPx - 12);
  return (
    <div className={classes['plot']}>
      <div className={classes['axis']} style={{ height: heightPx }} aria-hidden="true">
        {plot.ticks.map(({ value, share }) => (
          <span key={value} style={{ top: y(share) }}>
            {axis.format(value)}
          </span>
        ))}
      </div>
      <div className={classes['track']}>
        <TimePicture
          label={label}
          heightPx={heightPx}
          scale={scale}
          today={today}
          targetsLabel={t('steps')}
          targets={plot.days.map(({ day, start, end }) => ({
            key: String(day),
            name: `${text.dayOf(day)}: ${pricesOn(day)}`,
            start,
            width: end - start,
            top: 0,
            height: heightPx,
          }))}
        >
          {plot.ticks.map(({ value, share }) => (
            <line key={value} className={classes['tick']} x1="0%" x2="100%" y1={y(share)} y2={y(share)} />
          ))}
          {plot.steps.map((steps, index) => (
            <g key={drawn[index]?.key} className={classes['steps']} data-series={index + 1}>
              {steps.map((step, at) => {
                const next = steps[at + 1];
                // A vertical line joins two prices if the second begins where the first ends. At a gap there is no such line.
                const hasRiser = next !== undefined && Math.abs(next.x1 - step.x2) < 1e-9;
                return (
                  <g key={`${step.x1} ${at}`}>
                    <line x1={percent(step.x1)} x2={percent(step.x2)} y1={y(step.y)} y2={y(step.y)} />
                    {hasRiser && (
                      <line x1={percent(step.x2)} x2={percent(step.x2)} y1={y(step.y)} y2={y(next.y)} />
                    )}
                    <SeriesPoint series={index} x={percent(step.x1)} y={y(step.y)} />
                  </g>
                );
              })}
            </g>
          ))}
        </TimePicture>
        <TickTexts scale={scale} />
      </div>
    </div>
  );

  function pricesOn(day: number): string {
    return drawn
      .flatMap((lane) => {
        const prices = lane.prices.filter((price) => applies(price) && isValidOn(price.span, day));
        return prices.map((price) => `${text.nameOf(lane)} ${text.priceOf(lane, price)}`);
      })
      .join(', ');
  }
}
