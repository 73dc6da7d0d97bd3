import { expect, test } from 'vitest';
import { ServiceError, type ServiceFailure } from './service-error';
import { choosePageSize } from './choose-page-size';

const PAGE = [new Uint8Array(1)];

function probing(failure: ServiceFailure, untilSize: number) {
  const asked: number[] = [];
  const chosen = choosePageSize(
    (pageSize) => {
      asked.push(pageSize);
      return pageSize > untilSize ? Promise.reject(new ServiceError(failure)) : Promise.resolve(PAGE);
    },
    () => 0,
  );
  return { asked, chosen };
}

test.each<ServiceFailure>([
  { kind: 'timed-out', timeoutMs: 120_000 },
  { kind: 'rejected', status: 400, messages: [] },
  { kind: 'oversized', limitBytes: 1_000 },
])('pages that are too much, $kind, are asked for smaller', async (failure) => {
  const { asked, chosen } = probing(failure, 1_000);
  await expect(chosen).resolves.toEqual({ pageSize: 1_000, response: PAGE });
  expect(asked).toEqual([10_000, 5_000, 1_000]);
});

test('failures that do not depend on the size are reported', async () => {
  const { asked, chosen } = probing({ kind: 'forbidden', permission: null, messages: [] }, 1_000);
  await expect(chosen).rejects.toBeInstanceOf(ServiceError);
  expect(asked).toEqual([10_000]);
});
