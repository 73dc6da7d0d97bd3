import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ReferenceService } from './service/reference-service';

/** The service as msw handlers, for every host. */
export function serviceHandlers(service: ReferenceService): HttpHandler[] {
  return [
    http.all('*/papi/*', async ({ request }) => {
      try {
        return await service.handle(request);
      } catch (error) {
        // msw would make a response (500) of the caller's own cancelling.
        if (request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
