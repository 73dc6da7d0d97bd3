import type { RuntimeConfig } from '@/ui/config/runtime-config';

/**
 * Adds a second content security policy, which allows only what the configuration needs. The build's policy allows any https address,
 * because users may type one, and WebAssembly, for the analysis. A page can add policies, but cannot remove any.
 */
export function narrowPolicy(page: Document, config: RuntimeConfig): void {
  const directives = [
    ...(config.serviceAddressFixed ? [`connect-src 'self' ${origins(page, config)}`.trim()] : []),
    ...(config.analysis ? [] : ["script-src 'self'"]),
  ];
  if (directives.length === 0) return;
  const meta = page.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = directives.join('; ');
  page.head.append(meta);
}

/** Returns the configured origins, without the page's own. */
function origins(page: Document, config: RuntimeConfig): string {
  const { serviceAddress, eventsAddress, reportTo } = config;
  const addresses = [serviceAddress, eventsAddress, reportTo].filter((address) => address !== undefined);
  // Resolves addresses against that of the page, because `reportTo` may be a path of the page's own origin.
  const all = new Set(addresses.map((address) => new URL(address, page.location.href).origin));
  all.delete(page.location.origin);
  return [...all].join(' ');
}
