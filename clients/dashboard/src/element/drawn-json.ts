/** Members of one node that are drawn at once, and of all nodes of a tree that are open at first. */
export const mostMembers = 200;
/** A value with more bytes of JSON is shown as text: somebody who opens all of a tree would wait for it. */
export const mostTreeBytes = 256 * 1_024;
/** Nodes below this depth are closed at first. */
const openDepth = 2;

export type Node = Readonly<Record<string, unknown>> | readonly unknown[];

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

export function sizeOf(node: Node): number {
  return Array.isArray(node) ? node.length : Object.keys(node).length;
}

/** The first members of a node, by name; those of an array by place. */
export function firstMembers(node: Node, most: number): [name: string, member: unknown][] {
  // An array of a million has a million keys.
  if (Array.isArray(node)) return node.slice(0, most).map((member, at) => [String(at), member]);
  return Object.keys(node)
    .slice(0, most)
    .map((name) => [name, (node as Readonly<Record<string, unknown>>)[name]]);
}

/** The nodes that are open at first: the outer ones before the inner ones, as many as are read at a glance. */
export function openedAtFirst(root: unknown, depth: number): ReadonlySet<unknown> {
  const opened = new Set<unknown>();
  let members = 0;
  let level = isNode(root) ? [root] : [];
  for (let at = depth; at <= openDepth && level.length > 0; at++) {
    const below: Node[] = [];
    for (const node of level) {
      const size = Math.min(sizeOf(node), mostMembers);
      if (node !== root && members + size > mostMembers) continue;
      members += size;
      opened.add(node);
      below.push(...firstMembers(node, mostMembers).flatMap(([, member]) => (isNode(member) ? [member] : [])));
    }
    level = below;
  }
  return opened;
}
