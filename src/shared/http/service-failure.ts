import { ServiceError, type ServiceFailure } from './service-error';

/**
 * The failure behind an error of a query; null for none. An error that is no service failure is a fault of ours: it is
 * thrown on, to the nearest error boundary.
 */
export function serviceFailure(error: Error | null): ServiceFailure | null {
  if (error === null) return null;
  if (error instanceof ServiceError) return error.failure;
  throw error;
}
