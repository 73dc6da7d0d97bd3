import { Button, Popover, TextInput, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '@/shared/formats/format-settings-context';
import { parseDecimal } from '@/shared/formats/parse-decimal';
import classes from './go-to-row.module.css';

export interface GoToRowProps {
  readonly rowCount: number;
  /** 0-based. */
  readonly onGo: (rowIndex: number) => void;
  /** It is about to be asked for a row. */
  readonly onOpen: () => void;
}

/** Takes people to a row by its number, as it is written in their formats. */
export function GoToRow({ rowCount, onGo, onOpen }: GoToRowProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const last = formats.formatInteger(rowCount);
  // Also from within fields: people type a condition, then want to look at a row.
  useHotkeys(
    [
      [
        'mod+G',
        () => {
          open();
        },
      ],
    ],
    [],
  );

  function open(): void {
    setText('');
    setInvalid(false);
    onOpen();
    setOpen(true);
  }

  function go(event: FormEvent): void {
    event.preventDefault();
    const row = rowNumber(text, formats.locale);
    if (row === null || row < 1 || row > rowCount) {
      setInvalid(true);
      return;
    }
    setOpen(false);
    onGo(row - 1);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withRoles={false}
      trapFocus
      returnFocus={false}
      // Gone with the very commit that gives a cell the focus. Were it there a moment longer, its trap could take the focus
      // once more, and leave with it.
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Tooltip label={t('goToRowShortcut')}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => {
              if (isOpen) setOpen(false);
              else open();
            }}
          >
            {t('goToRow')}
          </Button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={go} className={classes['form']} noValidate>
          <TextInput
            label={t('goToRow')}
            description={t('goToRowHint', { last })}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={text}
            error={isInvalid ? t('goToRowInvalid', { last }) : undefined}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setInvalid(false);
            }}
          />
          <Button type="submit">{t('go')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Null for what is no whole number. */
function rowNumber(text: string, locale: string): number | null {
  const parsed = parseDecimal(text, { locale, maxFractionDigits: 0 });
  return parsed.ok ? Number(parsed.value) : null;
}
