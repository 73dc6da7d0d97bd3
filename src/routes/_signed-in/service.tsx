import { createFileRoute } from '@tanstack/react-router';
import { lazyPart } from '@/ui/components/lazy-part';

// Few people open this screen, so its code and its messages load with it.
const ServiceCheckScreen = lazyPart(
  async () => ({
    Part: (await import('@/features/service-check/components/service-check-screen')).ServiceCheckScreen,
  }),
  'screen',
);

export const Route = createFileRoute('/_signed-in/service')({ component: ServiceCheckScreen });
