import { queryOptions } from '@tanstack/react-query';
import type { OwnRecords } from '@/lib/storage/owned-store';
import { hasPrivateFiles } from '@/lib/storage/private-folders';
import { loadedLater } from '@/ui/page-version/all-parts';
import { keptCopies, readCopies } from './kept-copies';

const loadOpenCopy = loadedLater(() => import('./open-copy'));

/** The account's kept copies in this browser. They are read again on focus, because another tab may change them. */
export function keptCopiesQuery(own: OwnRecords) {
  return queryOptions({
    queryKey: keptCopies.queryKey(own),
    queryFn: () => readCopies(own),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The record of one copy. Null if `id` is null. Rejects with a CopyError. */
export function keptCopyQuery(own: OwnRecords, id: string | null) {
  return queryOptions({
    queryKey: [...keptCopies.queryKey(own), 'one', id],
    queryFn: async () => {
      if (id === null) return null;
      const { readCopyRecord } = await loadOpenCopy();
      return readCopyRecord(own, id);
    },
    staleTime: Infinity,
  });
}

/** Whether this browser can store the files of copies. This does not change while the page is open. */
export function placeForCopiesQuery() {
  return queryOptions({
    queryKey: ['place-for-copies'],
    queryFn: hasPrivateFiles,
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  });
}

export interface StorageRoom {
  /** The storage in bytes: `used` is what this console has stored, `left` what remains of the browser's quota. */
  readonly used: number;
  readonly left: number;
}

/** The storage that this console uses and that remains for it. Null if the browser does not report it. */
export function storageRoomQuery() {
  return queryOptions({
    queryKey: ['storage-room'],
    queryFn: async (): Promise<StorageRoom | null> => {
      const { usage, quota } = await navigator.storage.estimate();
      return usage === undefined || quota === undefined
        ? null
        : { used: usage, left: Math.max(0, quota - usage) };
    },
    staleTime: 0,
  });
}
