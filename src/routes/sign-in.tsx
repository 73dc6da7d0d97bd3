import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod';
import { SignInScreen } from '@/features/sign-in/components/sign-in-screen';
import { returnAddress } from '@/features/sign-in/return-address';
import { useSession } from '@/session/session-context';
import { withBasePath } from '@/ui/config/base-path';

const searchSchema = z.object({
  /** The address to open after sign-in: a path with search parameters. */
  next: z.string().optional().catch(undefined),
});

const SERVICE_CHECK = '/service';

export const Route = createFileRoute('/sign-in')({
  validateSearch: searchSchema,
  beforeLoad: async ({ context, search }) => {
    await context.session.restored;
    if (context.session.getState().status !== 'signed-out')
      throw redirect({ href: withBasePath(returnAddress(search.next)), replace: true });
  },
  component: SignIn,
});

function SignIn() {
  const { config, demo } = Route.useRouteContext();
  const { next } = Route.useSearch();
  const navigate = Route.useNavigate();
  const isSignedIn = useSession().status === 'signed-in';
  useEffect(() => {
    // Leaves the screen when the user has signed in here, or in another tab of this browser.
    if (isSignedIn) void navigate({ href: withBasePath(returnAddress(next)), replace: true });
  }, [isSignedIn, navigate, next]);
  return (
    <SignInScreen
      config={config}
      demo={demo}
      opensServiceCheck={next === SERVICE_CHECK}
      onCheckService={() => void navigate({ search: { next: SERVICE_CHECK }, replace: true })}
    />
  );
}
