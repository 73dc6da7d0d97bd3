import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ReferenceService } from './service/reference-service';

/** The service as msw handlers, for every host. */
export function serviceHandlers(service: ReferenceService): HttpHandler[] {
  return [
    http.all('*/papi/*', async ({ request }) => {
      try {
        return await service.handle(request);
      } catch (error) {
        // Otherwise msw would answer a request that the caller has cancelled with a 500.
        if (request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
