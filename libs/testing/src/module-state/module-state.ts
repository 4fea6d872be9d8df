import { parseSync } from '@swc/core';
import { changedBy } from './mutation';
import { bare, childrenOf, isFunction, namesIn, type Node } from './syntax';

/** Classes of the language whose instances change only where somebody is seen to change them. */
const plain = new Set(
  [
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'Array',
    'Object',
    'Uint8Array',
    'Float64Array',
    'Date',
    'Error',
    'RegExp',
  ].concat(['URL', 'TextEncoder', 'TextDecoder']),
);

/** Two of five modules have no word of a change in them: they need not be parsed, which takes most of the time. */
const words = new RegExp(
  [
    /^(?:export )?(?:let|var)\b/,
    /=\s*\(?new\b/,
    /\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|append)\(/,
    /(?:\.\w+|\])!?\s*[-+*/%&|^?<>]{0,3}=(?![=>])/,
    /\+\+|--|\bdelete\b|\bObject\.(?:assign|define|set)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

/**
 * The names of a module that hold something from one call to the next: each variable that may be assigned, what a function
 * changes in place, and each object of a class that may hold anything. What changes while the module loads is the same
 * for everyone. What a call returns is not looked into.
 */
export function moduleState(source: string): string[] {
  if (!words.test(source)) return [];
  const { body } = parseSync(source, { syntax: 'typescript', decorators: true, target: 'es2022' });
  const statements = body.map((one) => ('declaration' in one ? one.declaration : one)) as unknown as Node[];
  const bound = new Set(statements.flatMap(boundBy));
  const changed = changedIn(statements, new Set(), false).filter((name) => bound.has(name));
  return [...new Set([...statements.flatMap(heldBy), ...changed])];
}

/** The names that a statement of a module binds. */
function boundBy({ type, declarations, identifier, specifiers }: Node): string[] {
  if (type === 'ImportDeclaration') return (specifiers as Node[]).flatMap(({ local }) => namesIn(local));
  if (type === 'ClassDeclaration') return namesIn(identifier);
  return type === 'VariableDeclaration' ? (declarations as Node[]).flatMap(({ id }) => namesIn(id)) : [];
}

function heldBy({ type, kind, declarations }: Node): string[] {
  if (type !== 'VariableDeclaration') return [];
  return (declarations as Node[]).flatMap(({ id, init }) => (kind !== 'const' || mayHold(init) ? namesIn(id) : []));
}

function mayHold(init: unknown): boolean {
  const made = bare(init);
  if (made?.type !== 'NewExpression') return false;
  const [name] = namesIn(bare(made.callee));
  return !plain.has(name) && name !== 'Intl';
}

/** The names that functions change in place and do not declare themselves. */
function changedIn(value: object, shadowed: ReadonlySet<string>, isInFunction: boolean): string[] {
  return childrenOf(value).flatMap((node) => {
    const name = isInFunction ? changedBy(node) : undefined;
    const below = isFunction(node)
      ? changedIn(node, new Set([...shadowed, ...declaredBy(node)]), true)
      : changedIn(node, shadowed, isInFunction);
    return name === undefined || shadowed.has(name) ? below : [name, ...below];
  });
}

/** The names that a function declares: its parameters, and what stands in its body and in no function within. */
function declaredBy(node: Node): string[] {
  const { params } = (node.type === 'ClassMethod' || node.type === 'PrivateMethod' ? node.function : node) as Node;
  const parameters = Array.isArray(params) ? (params as Node[]).flatMap((one) => namesIn(one.pat ?? one)) : [];
  return [...parameters, ...declaredUnder(node)];
}

function declaredUnder(node: Node): string[] {
  return childrenOf(node).flatMap((child) => {
    if (isFunction(child)) return [];
    const own = child.type === 'VariableDeclarator' ? namesIn(child.id) : [];
    return [...own, ...(child.type === 'CatchClause' ? namesIn(child.param) : []), ...declaredUnder(child)];
  });
}
