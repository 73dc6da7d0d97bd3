import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CheckStep, Verdict } from '@/service-check/check-step';
import { stepText } from '@/service-check/check-text';
import { useWords } from '@/ui/formats/use-words';
import classes from './service-check.module.css';

const VERDICT_ICONS = {
  fits: IconCircleCheck,
  differs: IconArrowsDiff,
  missing: IconCircleX,
  refused: IconBan,
  failed: IconAlertTriangle,
  'not-tried': IconMinus,
} as const satisfies Readonly<Record<Verdict, TablerIcon>>;

/** The table **Service check**: a row for each step. */
export function CheckTable({ steps }: { readonly steps: readonly CheckStep[] }) {
  const t = useTranslations('serviceCheck');
  const words = useWords();
  return (
    // In a narrow window the columns scroll, so the box has to be reachable with the keyboard.
    <div className={classes['scroller']} role="group" aria-label={t('title')} tabIndex={0}>
      <table className={`${classes['table']} ${classes['steps']}`}>
        <caption className={classes['caption']}>{t('title')}</caption>
        <thead>
          <tr>
            {(['step', 'verdict', 'request', 'answer', 'expected', 'came'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const text = stepText(step, words);
            const Icon = VERDICT_ICONS[step.verdict];
            return (
              <tr key={`${step.id} ${step.operator ?? ''}`}>
                <th scope="row">{text.step}</th>
                <td>
                  <span className={classes['verdict']} data-verdict={step.verdict}>
                    <Icon size={16} aria-hidden="true" />
                    {text.verdict}
                  </span>
                  {text.notes.map((note) => (
                    <p key={note} className={classes['note']}>
                      {note}
                    </p>
                  ))}
                </td>
                <td>
                  <RequestText lines={text.request} />
                </td>
                <td>
                  <LongText text={text.answer} />
                </td>
                <td>
                  <code>{text.expected}</code>
                </td>
                <td>
                  <code>{text.came}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Lets an address break at its slashes. */
function withBreaks(address: string): ReactNode {
  return address.split(/(?=\/)/).map((step, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {step}
    </Fragment>
  ));
}

function RequestText({ lines: [words, address, ...details] }: { readonly lines: readonly string[] }) {
  return (
    <>
      {words}
      {address !== undefined && (
        <>
          {/* The break is also a space for screen readers. */}{' '}
          <code className={classes['line']}>{withBreaks(address)}</code>{' '}
        </>
      )}
      {details.length > 0 && <span className={classes['details']}>{details.join(' · ')}</span>}
    </>
  );
}

/** The most characters of an answer that are shown at once. */
const SHOWN_LENGTH = 160;

/** Shows the beginning of a long text, and the rest on demand, so that one answer does not fill the screen. */
function LongText({ text }: { readonly text: string }) {
  if (text.length <= SHOWN_LENGTH * 1.5) return text;
  const end = text.lastIndexOf(' ', SHOWN_LENGTH);
  return (
    <details>
      <summary>{text.slice(0, end)} …</summary>
      {text.slice(end)}
    </details>
  );
}
