import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ReferenceService } from './service/reference-service';

/** Returns msw handlers that pass requests for any host to the service. */
export function serviceHandlers(service: ReferenceService): HttpHandler[] {
  return [
    http.all('*/papi/*', async ({ request }) => {
      try {
        return await service.handle(request);
      } catch (error) {
        // If the caller has canceled the request, an error that is thrown here would make msw respond with status 500.
        if (request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
