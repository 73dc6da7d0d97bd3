import { createContext, use, useEffect } from 'react';

/** The product's name in this deployment. */
export const ProductTitleContext = createContext('Colonnade');

export function useProductTitle(): string {
  return use(ProductTitleContext);
}

/** Sets the document title, such as "Price columns · Colonnade". */
export function usePageTitle(screen: string): void {
  const product = useProductTitle();
  useEffect(() => {
    document.title = `${screen} · ${product}`;
  }, [screen, product]);
}
