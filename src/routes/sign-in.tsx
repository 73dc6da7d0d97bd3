import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod';
import { SignInScreen } from '@/features/sign-in/components/sign-in-screen';
import { returnAddress } from '@/features/sign-in/return-address';
import { useSession } from '@/session/session-context';

const searchSchema = z.object({
  /** Where the person wanted to go, as path with search. */
  next: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/sign-in')({
  validateSearch: searchSchema,
  beforeLoad: async ({ context, search }) => {
    await context.session.restored;
    if (context.session.getState().status !== 'signed-out')
      throw redirect({ href: returnAddress(search.next), replace: true });
  },
  component: SignIn,
});

function SignIn() {
  const { config, demo } = Route.useRouteContext();
  const { next } = Route.useSearch();
  const navigate = Route.useNavigate();
  const isSignedIn = useSession().status === 'signed-in';
  useEffect(() => {
    // Here, or in another tab, which takes this one along.
    if (isSignedIn) void navigate({ href: returnAddress(next), replace: true });
  }, [isSignedIn, navigate, next]);
  return <SignInScreen config={config} demo={demo} />;
}
