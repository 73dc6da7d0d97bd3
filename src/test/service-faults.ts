import type { FaultRule } from '@mocks/service/faults';
import type { ReferenceService } from '@mocks/service/reference-service';

/** Makes every request to the endpoint fail with status 500 until the faults are cleared. */
export function breakEndpoint(on: NonNullable<FaultRule['on']>) {
  return ({ controls }: ReferenceService): void =>
    controls.addFault({ on, times: null, fault: { kind: 'status', status: 500, messages: ['Disk full'] } });
}
