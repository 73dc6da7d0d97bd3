import * as z from 'zod';
import { faultRuleSchema } from './faults';
import type { ServiceControls } from './service-controls';
import { settingsSchema } from './state';

/** The address to which tests send commands for the service process. It is not part of the contract. */
export const CONTROL_PATH = '/__control';

const orderSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('report') }),
  z.object({ do: z.literal('change-settings'), settings: settingsSchema.partial() }),
  z.object({ do: z.literal('expire-access-tokens') }),
  z.object({ do: z.literal('revoke-refresh-tokens') }),
  z.object({ do: z.literal('expire-snapshots') }),
  z.object({ do: z.literal('change-source-data') }),
  z.object({ do: z.literal('add-fault'), rule: faultRuleSchema }),
  z.object({ do: z.literal('clear-faults') }),
  z.object({ do: z.literal('release-held') }),
  z.object({ do: z.literal('clear-journal') }),
  z.object({ do: z.literal('reset') }),
]);

/** A command from a test, e.g. `{ "do": "expire-snapshots" }`. */
export type ControlOrder = z.input<typeof orderSchema>;

export interface ControlReport {
  readonly settings: ReturnType<ServiceControls['settings']>;
  readonly sourceVersion: number;
  readonly refreshReuseCount: number;
  readonly journal: ReturnType<ServiceControls['journal']>;
}

/** Executes the command in a request (POST, JSON), and responds with a report. */
export async function handleControl(request: Request, controls: ServiceControls): Promise<Response> {
  // Requiring this content type makes browsers send a CORS preflight, which fails here, so no web page can send commands.
  if (request.method !== 'POST' || request.headers.get('content-type') !== 'application/json') {
    return Response.json({ message: 'Orders are sent with POST as application/json.' }, { status: 405 });
  }
  const order = orderSchema.safeParse(await request.json().catch(() => null));
  if (!order.success) return Response.json({ message: z.prettifyError(order.error) }, { status: 400 });
  try {
    carryOut(order.data, controls);
  } catch (error) {
    return Response.json({ message: String(error) }, { status: 400 });
  }
  const report: ControlReport = {
    settings: controls.settings(),
    sourceVersion: controls.sourceVersion(),
    refreshReuseCount: controls.refreshReuseCount(),
    journal: controls.journal(),
  };
  return Response.json(report);
}

function carryOut(order: z.output<typeof orderSchema>, controls: ServiceControls): void {
  switch (order.do) {
    case 'report':
      return;
    case 'change-settings':
      return controls.changeSettings(withoutUndefined(order.settings));
    case 'expire-access-tokens':
      return controls.expireAccessTokens();
    case 'revoke-refresh-tokens':
      return controls.revokeRefreshTokens();
    case 'expire-snapshots':
      return controls.expireSnapshots();
    case 'change-source-data':
      return controls.changeSourceData();
    case 'add-fault':
      return controls.addFault(order.rule);
    case 'clear-faults':
      return controls.clearFaults();
    case 'release-held':
      return controls.releaseHeld();
    case 'clear-journal':
      return controls.clearJournal();
    case 'reset':
      return controls.reset();
  }
}

function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]: [string, unknown]) => value !== undefined),
  ) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
