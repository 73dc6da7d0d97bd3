import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { MappedFile } from './read-file';

export interface ChosenFile {
  /** Distinguishes the file from an earlier one of the same name. */
  readonly id: number;
  readonly file: MappedFile;
}

/** Whether a file was chosen for its own columns, or for columns that match fields. */
type FileUse = 'own' | 'fields';

/** The files that were chosen on this page. They end with the page, because an address contains only their names. */
interface ChosenFiles {
  /** Returns the latest file with a name; null for none. */
  readonly get: (name: string) => ChosenFile | null;
  /** The name of the latest file; null for none. */
  readonly lastName: string | null;
  readonly choose: (file: MappedFile) => void;
}

/** Files that were handed over, to be compared with the rows of a snapshot. */
export interface OfferedFiles {
  readonly cacheKey: string;
  readonly files: readonly File[];
  /** Called once, when the files are compared or the person declines. */
  readonly onTaken: () => void;
}

interface AllFiles {
  readonly offered: OfferedFiles | null;
  readonly files: readonly ChosenFile[];
  readonly choose: (file: MappedFile) => void;
}

const ChosenFilesContext = createContext<AllFiles>({
  offered: null,
  files: [],
  choose: () => undefined,
});

function fileUse({ mapping }: MappedFile): FileUse {
  return mapping.own === undefined ? 'fields' : 'own';
}

/** Keeps the files that are chosen inside it, whichever snapshot is on screen. */
export function ChosenFilesProvider({
  offered = null,
  children,
}: {
  readonly offered?: OfferedFiles | null;
  readonly children: ReactNode;
}) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const value = useMemo(
    (): AllFiles => ({
      offered,
      files,
      choose: (file) =>
        setFiles((earlier) => [
          ...earlier.filter(
            (each) => each.file.outline.name !== file.outline.name || fileUse(each.file) !== fileUse(file),
          ),
          { id: (earlier.at(-1)?.id ?? 0) + 1, file },
        ]),
    }),
    [offered, files],
  );
  return <ChosenFilesContext value={value}>{children}</ChosenFilesContext>;
}

/** Returns the files to be compared with the rows of a snapshot; null for none. */
export function useOfferedFiles(cacheKey: string): OfferedFiles | null {
  const { offered } = use(ChosenFilesContext);
  return offered?.cacheKey === cacheKey ? offered : null;
}

/** Returns the files that were chosen on this page for a use, and the function that adds one. */
export function useChosenFiles(purpose: FileUse): ChosenFiles {
  const { files, choose } = use(ChosenFilesContext);
  const ofUse = files.filter(({ file }) => fileUse(file) === purpose);
  return {
    get: (name) => ofUse.find(({ file }) => file.outline.name === name) ?? null,
    lastName: ofUse.at(-1)?.file.outline.name ?? null,
    choose,
  };
}
