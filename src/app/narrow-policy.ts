import type { RuntimeConfig } from '@/shared/config/runtime-config';

/**
 * Takes from the page's policy every address it does not need, once it is known which those are. The policy in the
 * build lets the page call any https address, for people may type theirs; where the installation fixes it, this second
 * policy joins the first. Policies only ever take away, and one that is in force cannot be removed.
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
