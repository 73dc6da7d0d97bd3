import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Creates a place on the screen that components elsewhere render into. What they render keeps their contexts, and the place
 * need not know them.
 */
export function createPlace() {
  const PlaceContext = createContext<HTMLElement | null>(null);
  const SetPlaceContext = createContext<((element: HTMLElement | null) => void) | null>(null);

  /** Around the place and all that render into it. */
  function Provider({ children }: { readonly children: ReactNode }) {
    const [place, setPlace] = useState<HTMLElement | null>(null);
    return (
      <SetPlaceContext value={setPlace}>
        <PlaceContext value={place}>{children}</PlaceContext>
      </SetPlaceContext>
    );
  }

  /** The place itself. Empty while nothing is rendered into it. */
  function Place({ className }: { readonly className: string | undefined }) {
    const setPlace = use(SetPlaceContext);
    return <div ref={setPlace} className={className} />;
  }

  /** Renders into the place; nothing while there is none. */
  function Into({ children }: { readonly children: ReactNode }) {
    const place = use(PlaceContext);
    return place === null ? null : createPortal(children, place);
  }

  /** Takes the place away from components that are not on screen. */
  function Withheld({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
    const place = use(PlaceContext);
    return <PlaceContext value={when ? null : place}>{children}</PlaceContext>;
  }

  const useHasPlace = () => use(PlaceContext) !== null;

  return { Provider, Place, Into, Withheld, useHasPlace };
}
