import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { MappedFile } from './read-file';

/** A file that was chosen on this page. */
export interface ChosenFile {
  /** Tells it from an earlier one of the same name. */
  readonly id: number;
  readonly file: MappedFile;
}

/** The files that were chosen on this page. They are forgotten with it: an address has their names alone. */
export interface ChosenFiles {
  /** Returns the one that was chosen last under a name; null for none. */
  readonly get: (name: string) => ChosenFile | null;
  /** The name of the one that was chosen last; null for none. */
  readonly lastName: string | null;
  readonly choose: (file: MappedFile) => void;
}

const NO_FILES: ChosenFiles = { get: () => null, lastName: null, choose: () => undefined };

const ChosenFilesContext = createContext(NO_FILES);

/** Keeps the files that are chosen within it, whichever snapshot is on screen. */
export function ChosenFilesProvider({ children }: { readonly children: ReactNode }) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const value = useMemo(
    (): ChosenFiles => ({
      get: (name) => files.find(({ file }) => file.outline.name === name) ?? null,
      lastName: files.at(-1)?.file.outline.name ?? null,
      choose: (file) =>
        setFiles((earlier) => [
          ...earlier.filter((each) => each.file.outline.name !== file.outline.name),
          { id: (earlier.at(-1)?.id ?? 0) + 1, file },
        ]),
    }),
    [files],
  );
  return <ChosenFilesContext value={value}>{children}</ChosenFilesContext>;
}

/** Returns the files that were chosen on this page, and how another one is. */
export function useChosenFiles(): ChosenFiles {
  return use(ChosenFilesContext);
}
