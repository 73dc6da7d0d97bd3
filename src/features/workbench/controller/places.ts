import { createPlace } from '@/ui/components/place';

/** In the tab **View** of the query panel: the set-up of the view on screen. Missing while the tab was never shown. */
export const setupPlace = createPlace();

/** In the status line: which rows were read, where nothing about it asks for attention. */
export const coveragePlace = createPlace();
