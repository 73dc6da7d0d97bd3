import { Fragment, useState, type ReactNode } from 'react';

/** Mounts its content again when **Reload** is pressed. Everything around it stays, such as the address. */
export function Remounted({ children }: { readonly children: ReactNode }) {
  const [count, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Reload
      </button>
      <Fragment key={count}>{children}</Fragment>
    </>
  );
}
