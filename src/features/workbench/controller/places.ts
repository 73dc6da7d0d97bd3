import { createPlace } from '@/ui/components/place';

/** The place for the set-up of the view on screen, in the tab **View** of the query panel. It exists once the tab was shown. */
export const setupPlace = createPlace();

/** The place in the group **From elsewhere** of the query builder, for the sources of added columns. */
export const addedPlace = createPlace();

/** The place in the status line that says which rows were read, unless that needs a notice of its own. */
export const coveragePlace = createPlace();

/** The id of the combobox **Change** of the first rule of a proposal. */
export const FIRST_CHANGE_ID = 'proposal-first-change';
