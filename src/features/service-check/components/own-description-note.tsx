import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useOwnDescription } from '@/session/use-own-description';
import { useAnnounce } from '@/ui/components/announcer';
import { DescriptionFile } from './description-file';
import classes from './service-check.module.css';

/** Says that the person has a description of their own, and offers it as a file. `onForgotten` takes the focus of its button. */
export function OwnDescriptionNote({ onForgotten }: { readonly onForgotten: () => void }) {
  const t = useTranslations('serviceCheck.own');
  const { storedText, isInForce, forget } = useOwnDescription();
  const announce = useAnnounce();
  if (storedText === null) return null;
  return (
    <section aria-label={t('title')} className={classes['own']}>
      <Text>{isInForce ? t('inForce') : t('stored')}</Text>
      <DescriptionFile text={`${JSON.stringify(JSON.parse(storedText), null, 2)}\n`}>
        <Button
          variant="default"
          onClick={() => {
            onForgotten();
            forget();
            announce(t('forgotten'));
          }}
        >
          {t('forget')}
        </Button>
      </DescriptionFile>
    </section>
  );
}
