import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Null while the query panel has never shown its tab **View**. */
const PlaceContext = createContext<HTMLElement | null>(null);
const SetPlaceContext = createContext<((element: HTMLElement | null) => void) | null>(null);

/** Connects the tab **View** of the query panel with the view on screen, which renders its set-up there. */
export function ViewSetupProvider({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <SetPlaceContext value={setPlace}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </SetPlaceContext>
  );
}

/** The place of the set-up. Empty while no view is set up. */
export function ViewSetupPlace({ className }: { readonly className: string | undefined }) {
  const setPlace = use(SetPlaceContext);
  return <div ref={setPlace} className={className} />;
}

/** Renders the set-up of the view on screen in the query panel; the components inside keep the contexts of the view. */
export function ViewSetup({ children }: { readonly children: ReactNode }) {
  const place = use(PlaceContext);
  return place === null ? null : createPortal(children, place);
}
