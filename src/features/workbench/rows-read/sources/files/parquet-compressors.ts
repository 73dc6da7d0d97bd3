import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import type { ParquetCompressors } from '@/lib/table-files/parquet-reader';

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Polars writes an empty block for a page without values, where the library would expect data. */
function unlessEmpty(decompress: Decompress): Decompress {
  return (input, outputLength) => (outputLength === 0 ? new Uint8Array(0) : decompress(input, outputLength));
}

/** Decompressors besides Snappy, in JavaScript: the page's policy allows WebAssembly only for the engine. */
export const PARQUET_COMPRESSORS: ParquetCompressors = {
  BROTLI: decompressBrotli,
  GZIP: decompressGzip,
  LZ4: unlessEmpty(decompressLz4),
  LZ4_RAW: unlessEmpty(decompressLz4Raw),
  // Decompresses into a buffer of the stated size, which a damaged page cannot exceed.
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
};
