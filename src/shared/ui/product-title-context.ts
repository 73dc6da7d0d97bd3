import { createContext, useContext } from 'react';

/** The product's name as this deployment shows it. */
export const ProductTitleContext = createContext('Colonnade');

export function useProductTitle(): string {
  return useContext(ProductTitleContext);
}
