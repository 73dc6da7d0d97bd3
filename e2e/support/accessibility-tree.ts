import type { Page } from '@playwright/test';

/** An element as the browser describes it to assistive technology. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly isFocused: boolean;
  readonly children: readonly AccessibleNode[];
}

/** Returns the grid from the browser's accessibility tree, which is what a screen reader gets. */
export async function accessibleGrid(page: Page): Promise<AccessibleNode> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));

  const read = (id: string): AccessibleNode[] => {
    const node = byId.get(id);
    if (node === undefined) return [];
    const children = (node.childIds ?? []).flatMap(read);
    if (node.ignored) return children;
    return [
      {
        role: String(node.role?.value),
        name: String(node.name?.value ?? ''),
        description: String(node.description?.value ?? ''),
        isFocused:
          node.properties?.some(({ name, value }) => name === 'focused' && value.value === true) ?? false,
        children,
      },
    ];
  };
  const [grid, ...others] = nodes.flatMap((node) =>
    node.role?.value === 'grid' && !node.ignored ? read(node.nodeId) : [],
  );
  if (grid === undefined || others.length > 0) throw new Error('There is not exactly one grid.');
  return grid;
}

/** Returns all nodes with a role, in reading order. */
export function nodesOf(role: string, within: AccessibleNode): AccessibleNode[] {
  const inside = within.children.flatMap((child) => nodesOf(role, child));
  return within.role === role ? [within, ...inside] : inside;
}
