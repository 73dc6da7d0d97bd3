import { useEffect } from 'react';
import { useProductTitle } from './product-title-context';

/** Names the browser tab after the screen: "Price columns · Colonnade". */
export function usePageTitle(screen: string): void {
  const product = useProductTitle();
  useEffect(() => {
    document.title = `${screen} · ${product}`;
  }, [screen, product]);
}
