/** The settings of the event stream, from the runtime configuration and the demo. */
export interface EventsConfig {
  readonly eventsAddress?: string | undefined;
  readonly serviceAddress?: string | undefined;
  /** Null where the deployment is no demo. */
  readonly demoServiceAddress: string | null;
}

/**
 * Returns the address of the service's event stream; null without one. Credentials are sent there, so it has to
 * be the service's own: configured together with it, or of the same origin.
 */
export function eventsAddressFor(serviceAddress: string, config: EventsConfig): string | null {
  if (serviceAddress === config.demoServiceAddress) return `${serviceAddress}/events`;
  const { eventsAddress } = config;
  if (eventsAddress === undefined) return null;
  const isOwn =
    serviceAddress === config.serviceAddress ||
    new URL(eventsAddress).origin === new URL(serviceAddress).origin;
  return isOwn ? eventsAddress : null;
}
