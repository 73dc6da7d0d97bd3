import { createContext } from 'react';
import type { RecordStorage } from './record-storage';

/** Where the screens keep the records of people. */
export const RecordStorageContext = createContext<RecordStorage | null>(null);
