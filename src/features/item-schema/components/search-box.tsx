import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import { useTranslations } from 'use-intl';

export interface SearchBoxProps {
  /** As it stands in the address. */
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
}

/**
 * Search columns. While somebody types the box holds their text itself: the address follows a moment later, and a box
 * that waited for it would lose letters.
 */
export function SearchBox({ search, onSearchChange, inputRef }: SearchBoxProps) {
  const t = useTranslations('itemSchema');
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? search;

  function change(text: string): void {
    setTyped(text);
    onSearchChange(text);
  }

  return (
    <TextInput
      ref={inputRef}
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') change('');
      }}
    />
  );
}
