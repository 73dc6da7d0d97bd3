/** The settings of the event stream, from the runtime configuration and the demo. */
export interface EventsConfig {
  readonly eventsAddress?: string | undefined;
  readonly serviceAddress?: string | undefined;
  /** Null where the deployment is no demo. */
  readonly demoServiceAddress: string | null;
}

/**
 * Returns the event stream's address, or null. Credentials go there, so it is configured or on the service's origin.
 * `path`: where a described service has its stream, below its address.
 */
export function eventsAddressFor(
  serviceAddress: string,
  config: EventsConfig,
  path: string | null = null,
): string | null {
  if (path !== null) return serviceAddress + path;
  if (serviceAddress === config.demoServiceAddress) return `${serviceAddress}/events`;
  const { eventsAddress } = config;
  if (eventsAddress === undefined) return null;
  const isOwn =
    serviceAddress === config.serviceAddress ||
    new URL(eventsAddress).origin === new URL(serviceAddress).origin;
  return isOwn ? eventsAddress : null;
}
