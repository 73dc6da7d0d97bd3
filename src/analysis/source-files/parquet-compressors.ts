import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import type { ParquetCompressors } from '@/lib/table-files/parquet-reader';

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Returns a function that accepts an empty block. Polars writes one for a page without values, where the library expects data. */
function unlessEmpty(decompress: Decompress): Decompress {
  return (input, outputLength) => (outputLength === 0 ? new Uint8Array(0) : decompress(input, outputLength));
}

/** Decompressors in addition to Snappy, in JavaScript, because the page's policy allows WebAssembly only for the engine. */
export const PARQUET_COMPRESSORS: ParquetCompressors = {
  BROTLI: decompressBrotli,
  GZIP: decompressGzip,
  LZ4: unlessEmpty(decompressLz4),
  LZ4_RAW: unlessEmpty(decompressLz4Raw),
  // `decompressZstd` gets a buffer of the stated size, which a damaged page cannot exceed.
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
};
