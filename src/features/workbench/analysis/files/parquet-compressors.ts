import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import type { ParquetCompressors } from '@/shared/table-files/parquet-reader';

/** Ways of compression beside Snappy, in JavaScript: the page's policy allows WebAssembly for the engine alone. */
export const PARQUET_COMPRESSORS: ParquetCompressors = {
  BROTLI: decompressBrotli,
  GZIP: decompressGzip,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  ZSTD: (input) => decompressZstd(input),
};
