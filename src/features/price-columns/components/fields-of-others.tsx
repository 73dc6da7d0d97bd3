import { useQuery } from '@tanstack/react-query';
import type { PriceColumn } from '@/contract/column';
import { useServiceClient } from '@/session/session-context';
import { needsAllFields, priceColumnsQuery, useFields } from '../api/price-columns.queries';
import { FieldsNotice } from './fields-notice';
import { PendingFields } from './pending-fields';

/**
 * Reads the fields of all price columns as long as it is on screen, and says how many are not read yet. A service that lists the fields is
 * asked for nothing, and nothing is shown.
 */
export function FieldsOfOthers() {
  const { data = NONE } = useQuery(priceColumnsQuery(useServiceClient()));
  const fields = useFields(data, needsAllFields);
  return (
    <>
      <PendingFields count={fields.pendingCount} />
      <FieldsNotice fields={fields} />
    </>
  );
}

const NONE: readonly PriceColumn[] = [];
