import { Modal, Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { formatLocaleOptions } from '@/shared/formats/format-locales';
import { useFormats, useFormatSettings } from '@/shared/formats/format-settings-context';
import { LANGUAGES } from '@/shared/i18n/catalogue';
import classes from './formats-dialog.module.css';

const FOLLOWS = 'follows';
const LANGUAGE_NAMES = { en: 'english', de: 'german' } as const;

/** Language, formats and Excel region: three settings, each with its effect shown beside it, at once. */
export function FormatsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('frame');
  const tCommon = useTranslations('common');
  const settings = useFormatSettings();
  const formats = useFormats();
  const locales = formatLocaleOptions(settings.language, [settings.formats, settings.excelRegion]).map(
    ({ locale, name }) => ({ value: locale, label: name }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('languageAndFormats')}
      closeButtonProps={{ 'aria-label': tCommon('close') }}
    >
      <div className={classes['settings']}>
        <Select
          label={t('language')}
          data={LANGUAGES.map((language) => ({ value: language, label: t(LANGUAGE_NAMES[language]) }))}
          value={settings.language}
          onChange={(value) => {
            const language = LANGUAGES.find((known) => known === value);
            if (language !== undefined) settings.choose({ language });
          }}
        />
        <Select
          label={t('numbersAndDates')}
          searchable
          data={[{ value: FOLLOWS, label: t('followsBrowser', { locale: navigator.language }) }, ...locales]}
          value={settings.choices.formats ?? FOLLOWS}
          onChange={(value) => {
            settings.choose({ formats: value === FOLLOWS || value === null ? undefined : value });
          }}
        />
        <p className={classes['preview']} aria-live="polite">
          <span className={classes['previewLabel']}>{t('preview')}</span>
          {`${SAMPLE_NUMBER.format(settings.formats)} · ${formats.formatDateTime(SAMPLE_MOMENT_MS)}`}
        </p>
        <Select
          label={t('excelRegion')}
          description={t('excelRegionText')}
          searchable
          data={[{ value: FOLLOWS, label: t('followsFormats') }, ...locales]}
          value={settings.choices.excelRegion ?? FOLLOWS}
          onChange={(value) => {
            settings.choose({ excelRegion: value === FOLLOWS || value === null ? undefined : value });
          }}
        />
      </div>
    </Modal>
  );
}

const SAMPLE_NUMBER = {
  format: (locale: string) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' }).format(-1_234_567.89),
};

// A day that cannot be taken for a month, at a time that shows 12 or 24 hours.
const SAMPLE_MOMENT_MS = new Date(2026, 11, 31, 14, 5).getTime();
