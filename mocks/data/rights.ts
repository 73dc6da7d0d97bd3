/** Right ids, copied from docs/service-contract.md, section 3 and section 4. */
export const RIGHTS = {
  extractPrices: 'api-prices-extraction',
  editItems: 'dataadmin-item_edit',
  viewCost: 'dataadmin-item_CostForPricing_view',
  editCost: 'dataadmin-item_CostForPricing_edit',
} as const;
