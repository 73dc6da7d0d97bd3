import { Button, Popover, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { zodResolver } from '@hookform/resolvers/zod';
import { IconListNumbers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import * as z from 'zod';
import { useFormats } from '@/ui/formats/format-settings-context';
import { parseDecimal } from '@/lib/formats/parse-decimal';
import classes from './go-to-row.module.css';
import { ToolButton } from './tool-button';

export interface GoToRowProps {
  readonly rowCount: number;
  /** `rowIndex` is 0-based. */
  readonly onGo: (rowIndex: number) => void;
  /** Called before the form opens. */
  readonly onOpen: () => void;
}

/** Goes to a row by its number, which is typed in the user's number format. */
export function GoToRow({ rowCount, onGo, onOpen }: GoToRowProps) {
  const t = useTranslations('results');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const schema = useMemo(() => rowSchema(formats.locale, rowCount), [formats.locale, rowCount]);
  const { register, handleSubmit, reset, clearErrors, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { row: '' },
    // An error stays until the text changes, and the focus stays on the control that submitted the form.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const last = formats.formatInteger(rowCount);
  // The shortcut also works in text fields, because users who type a condition may want to look at a row.
  useHotkeys([['mod+G', () => open()]], []);

  function open(): void {
    reset();
    onOpen();
    setOpen(true);
  }

  const submit = handleSubmit(({ row }) => {
    setOpen(false);
    onGo(row - 1);
  });

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withRoles={false}
      trapFocus
      returnFocus={false}
      // With a transition, the focus trap could take the focus back from the cell, or lose it when it closes.
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        {/* The popover needs a target even while the tool is in the menu of the toolbar. */}
        <span className={classes['place']}>
          <ToolButton
            icon={<IconListNumbers size={16} />}
            label={t('goToRow')}
            whenNarrow="yields"
            hint={t('goToRowShortcut')}
            aria-keyshortcuts="Control+G Meta+G"
            aria-expanded={isOpen}
            onClick={() => {
              if (isOpen) setOpen(false);
              else open();
            }}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          // The label makes the form a landmark, because it is rendered outside the landmarks of the page.
          aria-label={t('goToRow')}
          onSubmit={(event) => void submit(event)}
          className={classes['form']}
          noValidate
        >
          <TextInput
            {...register('row', { onChange: () => clearErrors('row') })}
            label={t('goToRow')}
            description={t('goToRowHint', { last })}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            error={formState.errors.row === undefined ? undefined : t('goToRowInvalid', { last })}
          />
          <Button type="submit">{t('go')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Creates a schema that parses a row number from 1 to `rowCount`. */
function rowSchema(locale: string, rowCount: number) {
  return z.object({
    row: z
      .string()
      .transform((text) => {
        const parsed = parseDecimal(text, { locale, maxFractionDigits: 0 });
        return parsed.ok ? Number(parsed.value) : Number.NaN;
      })
      .pipe(z.number().min(1).max(rowCount)),
  });
}
