import { parseSync } from '@swc/core';
import { changedBy } from './mutation';
import { bare, childrenOf, isFunction, isNode, namesIn, type Node } from './syntax';

/** Classes of the language whose instances hold nothing, or nothing as long as nobody changes them in sight. */
const plain = new Set(
  ['Map', 'Set', 'WeakMap', 'WeakSet', 'RegExp', 'URL', 'Date', 'Error', 'Uint8Array', 'Float64Array'].concat(
    ['TextEncoder', 'TextDecoder', 'Array', 'Object'],
  ),
);

/**
 * The names of a module that hold something from one call to the next: each variable that may be assigned, what a function
 * changes in place, and each object of a class that may hold anything. What changes while the module loads is the same
 * for everyone.
 */
export function moduleState(source: string): string[] {
  const module = parseSync(source, { syntax: 'typescript', decorators: true, target: 'es2022' });
  const statements = module.body.map((one) => ('declaration' in one ? one.declaration : one)) as unknown as Node[];
  const found = new Set<string>();
  const bound = new Set<string>();
  for (const { type, kind, declarations, identifier, specifiers } of statements) {
    if (type === 'ImportDeclaration') for (const { local } of specifiers as Node[]) namesIn(local).forEach((name) => bound.add(name));
    if (type === 'ClassDeclaration') namesIn(identifier).forEach((name) => bound.add(name));
    if (type !== 'VariableDeclaration') continue;
    for (const { id, init } of declarations as Node[]) {
      const names = namesIn(id);
      const isHeld = kind !== 'const' || mayHold(init);
      names.forEach((name) => bound.add(name).has(name) && isHeld && found.add(name));
    }
  }
  for (const name of changedIn(statements, new Set(), false)) if (bound.has(name)) found.add(name);
  return [...found];
}

function mayHold(init: unknown): boolean {
  const made = bare(init);
  const callee = made?.type === 'NewExpression' ? bare(made.callee) : undefined;
  return callee !== undefined && !(callee.type === 'Identifier' && plain.has(String(callee.value))) && !isOfIntl(callee);
}

const isOfIntl = ({ type, object }: Node): boolean => type === 'MemberExpression' && namesIn(object)[0] === 'Intl';

/** The names that functions change in place and do not declare themselves. */
function* changedIn(value: object, shadowed: ReadonlySet<string>, isInFunction: boolean): Generator<string> {
  for (const node of childrenOf(value)) {
    const name = isInFunction ? changedBy(node) : undefined;
    if (name !== undefined && !shadowed.has(name)) yield name;
    if (isFunction(node)) yield* changedIn(node, new Set([...shadowed, ...declaredBy(node)]), true);
    else yield* changedIn(node, shadowed, isInFunction);
  }
}

/** The names that a function declares: its parameters, and what stands in its body and in no function within. */
function* declaredBy(node: Node): Generator<string> {
  for (const child of childrenOf(node)) {
    if (child.type === 'Parameter') yield* namesIn(child.pat);
    else if (child.type === 'VariableDeclarator' || child.type === 'CatchClause') yield* namesIn(child.id ?? child.param);
    else if (node.type === 'ArrowFunctionExpression' && (node.params as unknown[]).includes(child)) yield* namesIn(child);
    if (isNode(child) && !isFunction(child)) yield* declaredBy(child);
  }
}
