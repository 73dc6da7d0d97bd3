import '@/ui/components/combobox-styles.css';
import { CheckIcon, Select, Stack, Text, type OptionsFilter, type SelectProps } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { formatLocaleOptions, localeName, regionalLocale } from '@/lib/formats/format-locales';
import { useFormats, useFormatSettings } from '@/ui/formats/format-settings-context';
import { LANGUAGES } from '@/lib/base/languages';
import { Dialog } from '@/ui/components/dialog';
import classes from './formats-dialog.module.css';
import { textSearch } from '@/lib/base/search-terms';

const FOLLOWS = 'follows';

/** The dialog for language, formats and Excel region, with a preview of the formats. */
export function FormatsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('shell');
  const settings = useFormatSettings();
  const formats = useFormats();
  const options = formatLocaleOptions(settings.language, [settings.formats, settings.excelRegion]);
  const locales = options.map(({ locale, name }) => ({ value: locale, label: name }));
  const translatedNames = new Map(options.map(({ locale, translatedName }) => [locale, translatedName]));
  const byAnyName: OptionsFilter = ({ options: items, search }) => {
    const isFound = textSearch(search.trim());
    return items.filter(
      (item) => 'value' in item && isFound(`${item.label} ${translatedNames.get(item.value) ?? ''}`),
    );
  };
  return (
    <Dialog title={t('languageAndFormats')} onClose={onClose}>
      <Stack gap={16}>
        <Select
          label={t('language')}
          data={LANGUAGES.map((language) => ({ value: language, label: localeName(language) }))}
          renderOption={nameInItsLanguage}
          value={settings.language}
          allowDeselect={false}
          onChange={(value) => {
            const language = LANGUAGES.find((known) => known === value);
            if (language !== undefined) settings.choose({ language });
          }}
        />
        <Select
          label={t('numbersAndDates')}
          searchable
          withScrollArea={false}
          classNames={{ options: classes['options'] ?? '' }}
          filter={byAnyName}
          data={[{ value: FOLLOWS, label: t('followsBrowser') }, ...locales]}
          renderOption={nameInItsLanguage}
          value={settings.choices.formats ?? FOLLOWS}
          allowDeselect={false}
          onChange={(value) => {
            settings.choose({ formats: value === FOLLOWS || value === null ? undefined : value });
          }}
        />
        <p className={classes['preview']} aria-live="polite">
          <Text span size="xs" c="dimmed" mr={8}>
            {t('preview')}
          </Text>
          <span className={classes['region']} lang={settings.formats}>
            {localeName(regionalLocale(settings.formats))}
          </span>
          {`${SAMPLE_NUMBER.format(settings.formats)} · ${formats.formatDateTime(SAMPLE_MOMENT_MS)}`}
        </p>
        <Select
          label={t('excelRegion')}
          description={t('excelRegionText')}
          searchable
          withScrollArea={false}
          classNames={{ options: classes['options'] ?? '' }}
          filter={byAnyName}
          data={[{ value: FOLLOWS, label: t('followsFormats') }, ...locales]}
          renderOption={nameInItsLanguage}
          value={settings.choices.excelRegion ?? FOLLOWS}
          allowDeselect={false}
          onChange={(value) => {
            settings.choose({ excelRegion: value === FOLLOWS || value === null ? undefined : value });
          }}
        />
      </Stack>
    </Dialog>
  );
}

/** Marks the language of each name, so that screen readers pronounce it correctly. */
const nameInItsLanguage: NonNullable<SelectProps['renderOption']> = ({ option, checked }) => (
  <>
    {checked === true && <CheckIcon size={12} className={classes['check'] ?? ''} />}
    <span {...(option.value !== FOLLOWS && { lang: option.value })}>{option.label}</span>
  </>
);

const SAMPLE_NUMBER = {
  format: (locale: string) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' }).format(-1_234_567.89),
};

// A date whose day cannot be mistaken for a month, and a time that shows whether 12 or 24 hours are used.
const SAMPLE_MOMENT_MS = new Date(2026, 11, 31, 14, 5).getTime();
