import '@/ui/components/combobox-styles.css';
import { Combobox, getDefaultZIndex } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { PriceField } from '@/contract/column';
import { useFormats } from '@/ui/formats/format-settings-context';
import { visibleText } from '@/lib/grid/visible-text';
import type { Operand } from '../model/draft-query';
import { chosenOperand, createKnownValueText } from '../model/known-value-text';
import type { KnownValue } from '../model/known-values';
import { hasCounts, type KnownValuesList } from './use-known-values';
import classes from './known-values.module.css';
import inputClasses from './inputs.module.css';

export interface KnownValuesProps {
  readonly known: KnownValuesList;
  readonly field: PriceField;
  /** Returns whether a value is in the edited list; absent if the input is for a single value. */
  readonly isChosen?: (value: string) => boolean;
  readonly onChoose: (operand: Operand) => void;
  /** The input. The list of values opens below it. */
  readonly children: ReactElement;
}

/** Lists known values of a field below an input, the most frequent first. They come from the rows read, or from the rows on screen. */
export function KnownValues({ known, field, isChosen, onChoose, children }: KnownValuesProps) {
  const { combobox, isOffered, isOpen, found, source } = known;
  const t = useTranslations('conditions');
  const { locale } = useFormats();
  const valueText = useKnownValueText(field);
  // Not finding a value on screen says nothing, because rows that are not on screen can have it. So the list is hidden.
  const saysNothing = found?.values.length === 0 && source !== null && !hasCounts(source);
  return (
    <Combobox
      store={combobox}
      size="xs"
      // The list must cover the editor below the query line, which comes later in the document.
      zIndex={getDefaultZIndex('overlay')}
      position="bottom-start"
      width="max-content"
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(value) => {
        onChoose(chosenOperand(value, valueText(value), field, locale));
        if (isChosen === undefined) known.close();
      }}
    >
      <Combobox.Target
        withKeyboardNavigation={isOffered}
        withAriaAttributes={isOffered}
        withExpandedAttribute={isOffered}
      >
        {children}
      </Combobox.Target>
      <Combobox.Dropdown
        hidden={!isOpen || found === undefined || saysNothing}
        className={classes['dropdown'] ?? ''}
      >
        <Combobox.Options
          hidden={saysNothing}
          aria-label={t('known.label', { field: field.name })}
          className={classes['options'] ?? ''}
        >
          {found?.values.map((each) => (
            <Option
              key={each.value}
              {...each}
              text={each.value === '' ? t('editor.emptyText') : visibleText(valueText(each.value))}
              known={known}
              isChosen={isChosen?.(each.value)}
            />
          ))}
          {found?.values.length === 0 && <Combobox.Empty>{t('known.none')}</Combobox.Empty>}
        </Combobox.Options>
        {found !== undefined && source !== null && (
          <Combobox.Footer>
            <p className={inputClasses['hint']}>
              <Footer known={known} />
            </p>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OptionProps extends KnownValue {
  readonly text: string;
  readonly known: KnownValuesList;
  readonly isChosen: boolean | undefined;
}

function Option({ value, count, text, known, isChosen }: OptionProps) {
  const t = useTranslations('conditions');
  const { formatInteger } = useFormats();
  return (
    <Combobox.Option
      value={value}
      active={isChosen === true}
      aria-selected={isChosen === true}
      className={inputClasses['option'] ?? ''}
    >
      {isChosen !== undefined && (
        <span className={classes['check']} aria-hidden="true">
          {isChosen && <IconCheck size={14} />}
        </span>
      )}
      <span className={inputClasses['optionText']} title={text}>
        {text}
      </span>{' '}
      {known.source !== null && hasCounts(known.source) && (
        <span className={classes['count']}>
          {t(known.source.isPart ? 'known.about' : 'known.exactly', {
            count,
            formatted: formatInteger(count),
          })}
        </span>
      )}
    </Combobox.Option>
  );
}

function useKnownValueText(field: PriceField): (value: string) => string {
  const t = useTranslations('common');
  const { locale } = useFormats();
  const labels = useMemo(() => ({ true: t('true'), false: t('false') }), [t]);
  return useMemo(() => createKnownValueText(field, { locale, labels }), [field, locale, labels]);
}

function Footer({ known: { found, source } }: { readonly known: KnownValuesList }) {
  const t = useTranslations('conditions');
  const { formatInteger } = useFormats();
  const rows = { count: source?.readCount ?? 0, formatted: formatInteger(source?.readCount ?? 0) };
  const isOnScreen = source !== null && !hasCounts(source);
  const text = t(
    isOnScreen ? 'known.onScreen' : source?.isPart === true ? 'known.ofPart' : 'known.ofAll',
    rows,
  );
  if (found?.hasMore !== true) return text;
  return `${t('known.more', { count: formatInteger(found.values.length) })} · ${text}`;
}
