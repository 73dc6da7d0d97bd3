import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { MappedFile } from '@/analysis/source-files/read-file';

export interface ChosenFile {
  /** An id that distinguishes the file from an earlier one with the same name. */
  readonly id: number;
  readonly file: MappedFile;
}

/** Whether the columns of a chosen file keep their own names, or match fields. */
type FileUse = 'own' | 'fields';

/** The files that were chosen since the page was loaded. They are lost with the page, because an address contains only their names. */
interface ChosenFiles {
  /** Returns the latest chosen file with this name; null for none. */
  readonly get: (name: string) => ChosenFile | null;
  /** The name of the latest chosen file; null for none. */
  readonly lastName: string | null;
  readonly choose: (file: MappedFile) => void;
}

/** Files that the user has already handed over, to compare them with the rows of a snapshot. */
export interface OfferedFiles {
  readonly cacheKey: string;
  readonly files: readonly File[];
  /** Called once, after the files are compared or the user declines. */
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

/** Keeps the files that are chosen in its children, even if another snapshot is shown. */
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

/** Returns the files to compare with the rows of a snapshot; null for none. */
export function useOfferedFiles(cacheKey: string): OfferedFiles | null {
  const { offered } = use(ChosenFilesContext);
  return offered?.cacheKey === cacheKey ? offered : null;
}

/** Returns the chosen files for one kind of use, and a function that adds a file. */
export function useChosenFiles(purpose: FileUse): ChosenFiles {
  const { files, choose } = use(ChosenFilesContext);
  const ofUse = files.filter(({ file }) => fileUse(file) === purpose);
  return {
    get: (name) => ofUse.find(({ file }) => file.outline.name === name) ?? null,
    lastName: ofUse.at(-1)?.file.outline.name ?? null,
    choose,
  };
}
