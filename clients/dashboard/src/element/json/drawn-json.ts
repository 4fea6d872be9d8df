/** Members of one node that are drawn at once. */
export const mostMembers = 200;
/** Members of all nodes that are open at first. */
const mostOpened = 300;
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

/**
 * The nodes that are open at first: the outer ones before the inner ones, as many as are read at a glance. Of a list all are
 * open, or none.
 */
export function openedAtFirst(root: unknown, depth: number): ReadonlySet<unknown> {
  if (!isNode(root)) return new Set();
  const opened = new Set<unknown>([root]);
  let members = drawnOf(root);
  let level: Node[] = [root];
  for (let at = depth; at < openDepth; at++) {
    const below: Node[] = [];
    for (const node of level) {
      const inner = firstMembers(node, mostMembers).flatMap(([, member]) => (isNode(member) ? [member] : []));
      const all = inner.reduce((sum, each) => sum + drawnOf(each), 0);
      if (Array.isArray(node) && members + all > mostOpened) continue;
      for (const each of inner) {
        if (members + drawnOf(each) > mostOpened) continue;
        members += drawnOf(each);
        opened.add(each);
        below.push(each);
      }
    }
    level = below;
  }
  return opened;
}

const drawnOf = (node: Node) => Math.min(sizeOf(node), mostMembers);
