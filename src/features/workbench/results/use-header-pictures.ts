import { useState } from 'react';
import type { RenderHeaderPicture } from '@/shared/grid/data-grid-props';

/** What the analysis needs to give the grid's headers their pictures. */
export interface PicturedHeaders {
  /** Called with what renders the pictures, whenever that changes; null while there is nothing to render. */
  readonly onPictures: (render: RenderHeaderPicture | null) => void;
  /** The person wants no pictures any more. */
  readonly onOff: () => void;
  /** Takes the focus when what had it is gone. */
  readonly onFreeFocus: () => void;
}

export interface HeaderPictures {
  /** For the analysis; null without pictures. */
  readonly headers: PicturedHeaders | null;
  /** For the grid; null without pictures. There is room for them before there is anything to render. */
  readonly renderHeaderPicture: RenderHeaderPicture | null;
}

/** Passes pictures from the analysis to the grid's headers. */
export function useHeaderPictures(
  isOn: boolean,
  { onOff, onFreeFocus }: Omit<PicturedHeaders, 'onPictures'>,
): HeaderPictures {
  const [render, setRender] = useState<RenderHeaderPicture | null>(null);
  if (!isOn) return { headers: null, renderHeaderPicture: null };
  return {
    headers: { onPictures: (next) => setRender(() => next), onOff, onFreeFocus },
    renderHeaderPicture: render ?? renderNothing,
  };
}

function renderNothing(): null {
  return null;
}
