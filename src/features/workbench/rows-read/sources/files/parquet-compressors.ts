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
  // Into a buffer of the stated size, which a damaged page cannot exceed.
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
};
