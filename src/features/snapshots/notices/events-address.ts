/** The settings of the event stream, from the runtime configuration and the demo. */
export interface EventsConfig {
  readonly eventsAddress?: string | undefined;
  readonly serviceAddress?: string | undefined;
  /** The service address of the demo; null if this is not a demo. */
  readonly demoServiceAddress: string | null;
}

/**
 * Returns the address of the event stream, or null. Credentials are sent there, so it must be configured with the service
 * or be on the service's origin. `path` is the stream's path below the address of a service with a description.
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
