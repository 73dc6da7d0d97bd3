import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router';

/** Guards all routes below it. Without a session, the user must sign in first, and then returns to the requested address. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    await context.session.restored;
    if (context.session.getState().status !== 'signed-out') return;
    const isPlainStart = location.href === '/prices' || location.href === '/';
    throw redirect({ to: '/sign-in', search: isPlainStart ? {} : { next: location.href }, replace: true });
  },
  component: SignedIn,
});

function SignedIn() {
  // The router's context is used, because the route's context is a new object for each address and would render the whole page again.
  const { SignedInProviders } = useRouter().options.context;
  return (
    <SignedInProviders>
      <Outlet />
    </SignedInProviders>
  );
}
