import type { RuntimeConfig } from '@/shared/config/runtime-config';

/**
 * Restricts the page's policy to the configured addresses. The policy in the build allows any https address, because
 * people may type the service's; where the installation fixes it, this second policy applies as well. Policies only add
 * restrictions, and none can be removed from a page.
 */
export function narrowPolicy(page: Document, config: RuntimeConfig): void {
  if (!config.serviceAddressFixed) return;
  const addresses = [config.serviceAddress, config.eventsAddress].filter((address) => address !== undefined);
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  origins.delete(page.location.origin);
  const meta = page.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = ['connect-src', "'self'", ...origins].join(' ');
  page.head.append(meta);
}
