import { createPlace } from '@/ui/components/place';

/** The place (a portal target) in the **View** tab of the query panel for the settings of the view on screen, once the tab was shown. */
export const setupPlace = createPlace();

/** The place in the **From elsewhere** group of the query builder where the sources of added columns are rendered. */
export const addedPlace = createPlace();

/** The place in the status line for texts that say which rows were read and how the browser filters them. */
export const coveragePlace = createPlace();

/** The place in the toolbar for tools that work on rows which the service has no snapshot of, such as filtered rows. */
export const rowToolsPlace = createPlace();

/** The id of the combobox **Change** of the first rule of a proposal. */
export const FIRST_CHANGE_ID = 'proposal-first-change';
