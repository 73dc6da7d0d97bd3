const keepers = new Set<() => void>();

/** `keep` stores what a reload would lose, just before one. Returns what takes it back. */
export function beforeReload(keep: () => void): () => void {
  keepers.add(keep);
  return () => {
    keepers.delete(keep);
  };
}

/** Loads the version that is deployed. Asked for by the person alone: what cannot be kept is theirs to judge. */
export function reloadPage(): void {
  for (const keep of keepers) keep();
  window.location.reload();
}
