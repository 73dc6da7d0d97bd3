import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router';

/** Guards all routes below: without a session the person signs in first, and then returns to this address. */
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
  // The route's own context is a new object at each address, and would render the whole page each time.
  const { SignedInProviders } = useRouter().options.context;
  return (
    <SignedInProviders>
      <Outlet />
    </SignedInProviders>
  );
}
