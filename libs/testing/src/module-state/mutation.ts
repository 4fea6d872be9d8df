import { bare, isNode, type Node } from './syntax';

const mutators = new Set(
  ['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'].concat([
    'copyWithin',
    'append',
  ]),
);
const ofObject = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);

/** The name of what a node changes in place, when it does: `a` of `a.b.push(c)`, of `a[0] = b` and of `delete a.b`. */
export function changedBy(node: Node): string | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return rootOfMember(node.left);
    case 'UpdateExpression':
      return rootOfMember(node.argument);
    case 'UnaryExpression':
      return node.operator === 'delete' ? rootOfMember(node.argument) : undefined;
    case 'CallExpression':
      return changedByCall(node);
    default:
      return undefined;
  }
}

function changedByCall({ callee, arguments: given }: Node): string | undefined {
  const called = bare(callee);
  if (called?.type !== 'MemberExpression') return undefined;
  const method = isNode(called.property) ? String(called.property.value) : '';
  const root = rootOf(called.object);
  if (root === 'Object' && ofObject.has(method)) return rootOf((given as { expression: unknown }[])[0]?.expression);
  return mutators.has(method) ? root : undefined;
}

const rootOfMember = (value: unknown): string | undefined => {
  const target = bare(value);
  return target?.type === 'MemberExpression' ? rootOf(target) : undefined;
};

function rootOf(value: unknown): string | undefined {
  const expression = bare(value);
  if (expression?.type === 'Identifier') return String(expression.value);
  if (expression?.type === 'MemberExpression') return rootOf(expression.object);
  return expression?.type === 'OptionalChainingExpression' ? rootOf(expression.base) : undefined;
}
