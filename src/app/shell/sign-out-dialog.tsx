import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { KeptCopy } from '@/rows/kept-copies/kept-copy';
import { useByteText } from '@/ui/formats/use-byte-text';
import { Dialog, DialogActions } from '@/ui/components/dialog';

export interface SignOutDialogProps {
  /** The kept copies of the account (rows saved in the browser); at least one. */
  readonly copies: readonly KeptCopy[];
  readonly userName: string;
  /** Signs out and keeps the copies. `onDelete` signs out and deletes them. */
  readonly onKeep: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks the user at sign-out what to do with the kept copies. */
export function SignOutDialog({ copies, userName, onKeep, onDelete, onClose }: SignOutDialogProps) {
  const t = useTranslations('keptCopies');
  const byteText = useByteText();
  const size = byteText(copies.reduce((sum, copy) => sum + copy.size, 0));
  return (
    <Dialog title={t('signOutTitle')} size="md" onClose={onClose}>
      <Text mb={16}>{t('signOutText', { count: copies.length, size, user: userName })}</Text>
      <DialogActions>
        <Button variant="default" onClick={onDelete}>
          {t('signOutDelete')}
        </Button>
        <Button data-autofocus onClick={onKeep}>
          {t('signOutKeep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
