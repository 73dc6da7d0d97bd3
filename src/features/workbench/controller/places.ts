import { createPlace } from '@/ui/components/place';

/** The place for the set-up of the view on screen, in the tab **View** of the query panel. It exists once the tab was shown. */
export const setupPlace = createPlace();

/** The place in the group **From elsewhere** of the query builder, for the sources of added columns. */
export const addedPlace = createPlace();

/** The place in the status line for what is done with the rows read, and which they are unless that needs a notice of its own. */
export const coveragePlace = createPlace();

/** The place in the toolbar for tools of rows that the service has no snapshot of. */
export const rowToolsPlace = createPlace();

/** The id of the combobox **Change** of the first rule of a proposal. */
export const FIRST_CHANGE_ID = 'proposal-first-change';
