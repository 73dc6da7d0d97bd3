/** The ids of rights, copied from docs/service-contract.md, sections 3 and 4. */
export const RIGHTS = {
  extractPrices: 'api-prices-extraction',
  editItems: 'dataadmin-item_edit',
  viewCost: 'dataadmin-item_CostForPricing_view',
  editCost: 'dataadmin-item_CostForPricing_edit',
} as const;
