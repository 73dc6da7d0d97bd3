/** The permission that price columns and extraction ask for. Contract section 4. */
export const EXTRACTION_PERMISSION = 'api-prices-extraction';
