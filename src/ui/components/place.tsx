import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Creates an element that distant components render into through portals. Their content keeps the contexts of those components. */
export function createPlace() {
  const PlaceContext = createContext<HTMLElement | null>(null);
  const SetPlaceContext = createContext<((element: HTMLElement | null) => void) | null>(null);

  /** Must be an ancestor of the place and of all components that render into it. */
  function Provider({ children }: { readonly children: ReactNode }) {
    const [place, setPlace] = useState<HTMLElement | null>(null);
    return (
      <SetPlaceContext value={setPlace}>
        <PlaceContext value={place}>{children}</PlaceContext>
      </SetPlaceContext>
    );
  }

  function Place({ className }: { readonly className: string | undefined }) {
    const setPlace = use(SetPlaceContext);
    return <div ref={setPlace} className={className} />;
  }

  /** Renders into the place; renders nothing while the place is not mounted. */
  function Into({ children }: { readonly children: ReactNode }) {
    const place = use(PlaceContext);
    return place === null ? null : createPortal(children, place);
  }

  /** Keeps its children from rendering into the place, for example while they are not on screen. */
  function Withheld({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
    const place = use(PlaceContext);
    return <PlaceContext value={when ? null : place}>{children}</PlaceContext>;
  }

  const useHasPlace = () => use(PlaceContext) !== null;

  return { Provider, Place, Into, Withheld, useHasPlace };
}
