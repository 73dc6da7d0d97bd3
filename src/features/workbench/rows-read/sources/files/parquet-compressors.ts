import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';
import type { ParquetCompressors } from '@/lib/table-files/parquet-reader';

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

/** The library looks for more in the block of a page without values, as Polars writes it. */
function unlessEmpty(decompress: Decompress): Decompress {
  return (input, outputLength) => (outputLength === 0 ? new Uint8Array(0) : decompress(input, outputLength));
}

/** Ways of compression beside Snappy, in JavaScript: the page's policy allows WebAssembly for the engine alone. */
export const PARQUET_COMPRESSORS: ParquetCompressors = {
  BROTLI: decompressBrotli,
  GZIP: decompressGzip,
  LZ4: unlessEmpty(decompressLz4),
  LZ4_RAW: unlessEmpty(decompressLz4Raw),
  // Into a buffer of the stated size, which a damaged page cannot exceed.
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
};
