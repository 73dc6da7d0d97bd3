import { useFormatSettings } from '@/ui/formats/format-settings-context';
import { useWords } from '@/ui/formats/use-words';
import { FileExport, type FileExportProps } from '../tables/file-export';
import {
  writeRowTable,
  type RowTableFile,
  type RowTableFileOptions,
} from '@/analysis/row-table/row-table-file';

export interface RowTableExportProps<Row> extends Omit<FileExportProps, 'write'> {
  /** Returns the file's description when it is about to be written. */
  readonly file: (options: RowTableFileOptions) => RowTableFile<Row> | Promise<RowTableFile<Row>>;
}

/** A button that writes a view's rows to a file in a format that the user chooses. */
export function RowTableExport<Row>({ file, ...props }: RowTableExportProps<Row>) {
  const words = useWords();
  const { excelRegion } = useFormatSettings();
  return (
    <FileExport
      {...props}
      write={async (format, writing) => {
        const options = { ...writing, format, excelRegion, words };
        return writeRowTable(await file(options), options);
      }}
    />
  );
}
