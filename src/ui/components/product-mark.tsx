/** The product's logo: a row of columns. It is hidden from screen readers, because it is shown beside the name. */
export function ProductMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--cn-accent)" />
      <g fill="var(--cn-accent-text)">
        <rect x="6" y="6.5" width="20" height="2.5" rx="1" />
        <rect x="7.5" y="11" width="3" height="10" rx="1" />
        <rect x="14.5" y="11" width="3" height="10" rx="1" opacity=".75" />
        <rect x="21.5" y="11" width="3" height="10" rx="1" />
        <rect x="6" y="23" width="20" height="2.5" rx="1" />
      </g>
    </svg>
  );
}
