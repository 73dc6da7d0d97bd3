/** Of the runtime configuration and the demo. */
export interface EventsConfig {
  readonly eventsAddress?: string | undefined;
  readonly serviceAddress?: string | undefined;
  /** Null where the deployment is no demo. */
  readonly demoServiceAddress: string | null;
}

/**
 * Where the service tells of changes; null where it does not. Credentials go there, so it has to be the service's own:
 * either the one that the deployment names together with it, or one of the same origin.
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
