import { columnRecord, sqlTypes, type ColumnRecord, type SqlType } from './column-record';
import { RIGHTS } from './rights';

/** The columns of the item table, in the order of the table in docs/service-contract.md, section 3. */
export const ITEM_TABLE: readonly ColumnRecord[] = [
  item(1, 'Number', sqlTypes.nvarchar(128), {
    is_nullable: false,
    is_unique: true,
    is_primary_key: true,
    IsKey: true,
  }),
  item(2, 'Name', sqlTypes.nvarchar(1000)),
  item(3, 'SearchName', sqlTypes.nvarchar(1024)),
  item(4, 'Description', sqlTypes.nvarchar(0)),
  item(5, 'CostForPricing', sqlTypes.decimal(18, 4, '#,##0.00'), {
    ViewSecurityRightID: RIGHTS.viewCost,
    EditSecurityRightID: RIGHTS.editCost,
  }),
  item(6, 'cd_PriceGroup', sqlTypes.foreignKey('PriceGroup.Code')),
  item(7, 'InsertDate', sqlTypes.datetime(), { is_nullable: false, default_value: '(getdate())' }),
  item(8, 'NeedsPrice', sqlTypes.bit(), {
    is_nullable: false,
    default_value: "(isnull([dbo].[GetSystemSetting]('DefaultNeedsPrice'),(0)))",
  }),
  item(9, 'ImageUrl', sqlTypes.nvarchar(1000)),
  item(10, 'Url', sqlTypes.nvarchar(1000)),
  // The service itself writes this column, so users cannot edit it.
  item(11, '_dtLastModifiedDate', sqlTypes.datetime2(), { default_value: '(getdate())', canEdit: false }),
];

function item(columnId: number, name: string, sqlType: SqlType, rest: Partial<ColumnRecord> = {}) {
  return columnRecord('Item', columnId, name, sqlType, {
    EditTableSecurityRightID: RIGHTS.editItems,
    ...rest,
  });
}
