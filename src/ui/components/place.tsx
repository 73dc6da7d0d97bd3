import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Creates a place that components elsewhere render into: their content keeps its contexts, and the place knows none of them. */
export function createPlace() {
  const PlaceContext = createContext<HTMLElement | null>(null);
  const SetPlaceContext = createContext<((element: HTMLElement | null) => void) | null>(null);

  /** Wraps the place and all components that render into it. */
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

  /** Keeps components that are not on screen from rendering into the place. */
  function Withheld({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
    const place = use(PlaceContext);
    return <PlaceContext value={when ? null : place}>{children}</PlaceContext>;
  }

  const useHasPlace = () => use(PlaceContext) !== null;

  return { Provider, Place, Into, Withheld, useHasPlace };
}
