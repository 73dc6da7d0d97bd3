import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type Ref } from 'react';
import classes from './screen-search.module.css';

export interface ScreenSearchProps {
  readonly label: string;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A search field. The address stores the search, but changes later, and an input that waited for it would lose characters. */
export function ScreenSearch({ label, search, onSearchChange, inputRef }: ScreenSearchProps) {
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
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={value}
      className={classes['search']}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') change('');
      }}
    />
  );
}
