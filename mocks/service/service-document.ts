import type { ServiceDescription } from '@/contract/service-description';
import type { ADDRESSES } from './endpoint-name';
import { isContract } from './service-dialect';

/** Whether a request asks for the OpenAPI document. A service that keeps to the contract has none. */
export function isDocumentAddress({ pathname }: URL, description: ServiceDescription): boolean {
  return pathname === '/papi/api/openapi.json' && !isContract(description);
}

/** Answers with an OpenAPI document that has no more than the addresses and their methods. */
export function documentResponse(addresses: typeof ADDRESSES): Response {
  const operation = { responses: { 200: { description: 'OK' } } };
  const paths = Object.fromEntries(
    Object.values(addresses).map(({ path, method }) => [path, { [method.toLowerCase()]: operation }]),
  );
  return Response.json({
    openapi: '3.0.3',
    info: { title: 'Prices', version: '1' },
    servers: [{ url: '/papi' }],
    paths,
  });
}
