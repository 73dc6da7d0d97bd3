import '@mantine/core/styles/Table.css';
import { Group, Table, Text } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { SavePicture } from '@/ui/pictures/save-picture';
import { applies, countWrong, type LanePrice, type PriceLane } from '../model/price-lanes';
import { timeScale, type TimeScale } from '../model/time-scale';
import { isoDay } from '@/lib/formats/days';
import { isValidOn, validityState } from '../model/validity';
import classes from './item.module.css';
import { PICTURE_IDS, SectionHeading } from './section-heading';
import { Sign, Signs } from './signs';
import { TickTexts } from './tick-texts';
import { percent, TimePicture, TODAY_SERIES } from './time-picture';
import { useLaneText } from './use-lane-text';

export interface ValidityPartProps {
  readonly item: string;
  /** The lanes (prices of one list, currency and quantity) whose rows say when they apply. */
  readonly lanes: readonly PriceLane[];
  /** The days to mark, as days since 1970. */
  readonly today: number;
  readonly day: number;
  /** Called with the chosen ISO day. */
  readonly onDayChange: (day: string) => void;
}

/** The height of a lane and of a heading above lanes. It is the minimum height of a pointer target. */
const LANE_PX = 24;

type Line =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string }
  | { readonly kind: 'lane'; readonly key: string; readonly lane: PriceLane };

/** Shows when each price of the item applies: a chart with a bar for each price, and the same data as a table. */
export function ValidityPart({ item, lanes, today, day, onDayChange }: ValidityPartProps) {
  const t = useTranslations('item');
  const id = PICTURE_IDS.validity;
  const scale = useMemo(() => timeScale(lanes, [today, day]), [lanes, today, day]);
  const lines = useMemo(() => linesOf(lanes), [lanes]);
  const { gapCount, overlapCount } = countProblems(lanes);
  const { reversed, withoutDay } = countWrong(lanes);
  const hidden = [...new Set(lanes.flatMap(({ section }) => section.hiddenLaneColumns))];
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const summary = [
    t('validitySummary', { lanes: lanes.length, gaps: gapCount, overlaps: overlapCount }),
    ...(hidden.length > 0
      ? [t('coverageUnknown', { columns: list.format(hidden), count: hidden.length })]
      : []),
    ...(reversed > 0 ? [t('reversed', { count: reversed })] : []),
    ...(withoutDay > 0 ? [t('withoutDay', { count: withoutDay })] : []),
  ].join(' ');
  const picture = (
    <ValidityPicture
      lines={lines}
      scale={scale}
      today={today}
      summaryId={`${id}-summary`}
      onDayChange={onDayChange}
    />
  );
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <Group justify="space-between" gap={8} mb={2}>
        <SectionHeading id={id}>{t('validity')}</SectionHeading>
        <SavePicture
          title={`${t('title', { item })}: ${t('validity')}`}
          renderPicture={() => (
            <>
              <Legend />
              {picture}
            </>
          )}
          getFileName={() => `${item} – ${t('validity')}`}
        />
      </Group>
      <Group gap={16} mb={6} className={classes['legend'] ?? ''}>
        <Text size="xs" c="dimmed" id={`${id}-summary`}>
          {summary}
        </Text>
        <Legend />
      </Group>
      {picture}
      <details className={classes['details']}>
        <summary>{t('asTable')}</summary>
        <ValidityTable lanes={lanes} today={today} />
      </details>
    </section>
  );
}

interface ValidityPictureProps {
  readonly lines: readonly Line[];
  readonly scale: TimeScale;
  readonly today: number;
  readonly summaryId: string;
  readonly onDayChange: (day: string) => void;
}

function ValidityPicture({ lines, scale, today, summaryId, onDayChange }: ValidityPictureProps) {
  const t = useTranslations('item');
  const text = useLaneText();
  const hatchId = useId();
  const height = lines.length * LANE_PX;
  const bars = lines.flatMap((line, index) =>
    line.kind === 'heading'
      ? []
      : line.lane.prices.filter(applies).map((price) => ({ line: index, lane: line.lane, price })),
  );
  const place = ({ price: { span } }: (typeof bars)[number]) => {
    const [start, end] = [scale.shareOf(span.from, 'start'), scale.shareOf(span.to, 'end')];
    return { start, width: Math.max(end - start, 0.002) };
  };
  return (
    <div className={classes['picture']}>
      <div className={classes['labels']} aria-hidden="true">
        {lines.map((line) =>
          line.kind === 'heading' ? (
            <div key={line.key} className={classes['groupLabel']}>
              {line.text}
            </div>
          ) : (
            <div key={line.key} className={classes['label']} title={text.nameOf(line.lane)}>
              {text.nameOf(line.lane)}
            </div>
          ),
        )}
      </div>
      <div className={classes['track']}>
        <TickTexts scale={scale} />
        <TimePicture
          label={t('validity')}
          describedBy={summaryId}
          heightPx={height}
          scale={scale}
          today={today}
          targetsLabel={t('bars')}
          targets={bars.map((bar) => ({
            key: `${bar.lane.key} ${bar.price.row}`,
            name: barText(bar),
            ...place(bar),
            top: bar.line * LANE_PX,
            height: LANE_PX,
            onPress: () => onDayChange(isoDay(dayWithin(bar.price))),
          }))}
        >
          <Hatch id={hatchId} />
          {scale.ticks.map(({ day, share }) => (
            <line
              key={day}
              className={classes['tick']}
              x1={percent(share)}
              x2={percent(share)}
              y1={0}
              y2={height}
            />
          ))}
          {bars.map((bar) => {
            const { start, width } = place(bar);
            return (
              <rect
                key={`${bar.lane.key} ${bar.price.row}`}
                className={classes['bar']}
                data-state={validityState(bar.price.span, today)}
                x={percent(start)}
                width={percent(width)}
                y={bar.line * LANE_PX + 6}
                height={LANE_PX - 12}
                rx={2}
              />
            );
          })}
          {lines.map((line, index) =>
            line.kind === 'heading' ? null : (
              <Problems
                key={line.key}
                lane={line.lane}
                scale={scale}
                top={index * LANE_PX}
                hatch={`url(#${hatchId})`}
              />
            ),
          )}
        </TimePicture>
      </div>
    </div>
  );

  function barText({ lane, price }: (typeof bars)[number]): string {
    return [
      `${lane.section.priceColumn.displayName}, ${text.nameOf(lane)}: ${text.priceOf(lane, price)}, ${text.spanOf(price.span)}`,
      ...text.problemsOf(lane, price),
    ].join('. ');
  }

  function dayWithin({ span }: LanePrice): number {
    return isValidOn(span, today) ? today : (span.from ?? span.to ?? today);
  }
}

interface ProblemsProps {
  readonly lane: PriceLane;
  readonly scale: TimeScale;
  readonly top: number;
  readonly hatch: string;
}

/** Draws gaps as empty frames and overlaps as hatched frames, so that they differ not only in color. */
function Problems({ lane: { coverage }, scale, top, hatch }: ProblemsProps) {
  return (
    <>
      {coverage.gaps.map((gap) => {
        const start = scale.shareOf(gap.from, 'start');
        return (
          <rect
            key={`gap ${gap.from}`}
            className={classes['gap']}
            x={percent(start)}
            width={percent(Math.max(scale.shareOf(gap.to, 'end') - start, 0.004))}
            y={top + 4}
            height={LANE_PX - 8}
          />
        );
      })}
      {coverage.overlaps.map((overlap) => {
        const start = scale.shareOf(overlap.from, 'start');
        return (
          <rect
            key={`overlap ${overlap.from}`}
            className={classes['overlap']}
            data-series={OVERLAP_SERIES}
            style={{ fill: hatch }}
            x={percent(start)}
            width={percent(Math.max(scale.shareOf(overlap.to, 'end') - start, 0.004))}
            y={top + 4}
            height={LANE_PX - 8}
          />
        );
      })}
    </>
  );
}

function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={classes['hatchGround']} />
        <rect width="2.5" height="6" className={classes['hatch']} data-series={OVERLAP_SERIES} />
      </pattern>
    </defs>
  );
}

const OVERLAP_SERIES = 2;

function Legend() {
  const t = useTranslations('item');
  const hatchId = useId();
  const sign = { width: 16, height: 14, 'aria-hidden': true };
  const frame = { x: 1, y: 1, width: 14, height: 12 };
  return (
    <Signs aria-hidden="true">
      <Sign>
        <svg {...sign}>
          <rect className={classes['gap']} {...frame} />
        </svg>
        {t('gap')}
      </Sign>
      <Sign>
        <svg {...sign}>
          <Hatch id={hatchId} />
          <rect
            className={classes['overlap']}
            data-series={OVERLAP_SERIES}
            style={{ fill: `url(#${hatchId})` }}
            {...frame}
          />
        </svg>
        {t('overlap')}
      </Sign>
      <Sign>
        <svg {...sign} width={2}>
          <line className={classes['today']} data-series={TODAY_SERIES} x1={1} x2={1} y1={0} y2={14} />
        </svg>
        {t('today')}
      </Sign>
    </Signs>
  );
}

function ValidityTable({ lanes, today }: { readonly lanes: readonly PriceLane[]; readonly today: number }) {
  const t = useTranslations('item');
  const text = useLaneText();
  return (
    // A scrollable region must be focusable, so that it can be scrolled by keyboard.
    <div className={classes['scroller']} role="region" aria-label={t('validityScroller')} tabIndex={0}>
      <Table aria-label={t('validity')} withRowBorders className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('column.priceColumn')}</Table.Th>
            <Table.Th scope="col">{t('column.lane')}</Table.Th>
            <Table.Th scope="col">{t('column.from')}</Table.Th>
            <Table.Th scope="col">{t('column.to')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('column.price')}
            </Table.Th>
            <Table.Th scope="col">{t('column.state')}</Table.Th>
            <Table.Th scope="col">{t('column.note')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lanes.flatMap((lane) =>
            lane.prices.map((price) => (
              <Table.Tr key={`${lane.key} ${price.row}`}>
                <Table.Th scope="row">{lane.section.priceColumn.displayName}</Table.Th>
                <Table.Td>{text.nameOf(lane)}</Table.Td>
                <Table.Td>{text.fromOf(price)}</Table.Td>
                <Table.Td>{text.toOf(price)}</Table.Td>
                <Table.Td ta="right">{text.priceOf(lane, price)}</Table.Td>
                <Table.Td>{t(`state.${stateOf(price, today)}`)}</Table.Td>
                <Table.Td>{text.problemsOf(lane, price).join('. ')}</Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function stateOf(price: LanePrice, today: number) {
  if (price.notDays !== undefined) return 'unknown';
  return applies(price) ? validityState(price.span, today) : 'never';
}

/** Returns the lanes, with a heading for each price column if there are several. */
function linesOf(lanes: readonly PriceLane[]): readonly Line[] {
  const names = new Set(lanes.map(({ section }) => section.priceColumn.name));
  return lanes.flatMap((lane, index): Line[] => {
    const { name, displayName } = lane.section.priceColumn;
    const isFirst = lanes[index - 1]?.section.priceColumn.name !== name;
    const line: Line = { kind: 'lane', key: lane.key, lane };
    return isFirst && names.size > 1 ? [{ kind: 'heading', key: name, text: displayName }, line] : [line];
  });
}

function countProblems(lanes: readonly PriceLane[]) {
  return {
    gapCount: lanes.reduce((sum, { coverage }) => sum + coverage.gaps.length, 0),
    overlapCount: lanes.reduce((sum, { coverage }) => sum + coverage.overlaps.length, 0),
  };
}
