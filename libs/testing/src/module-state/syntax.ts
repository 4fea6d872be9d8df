/** A node of the syntax tree, as swc gives it. */
export type Node = { type: string } & Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** Types hold nothing, and they are half of a tree. */
const ofTypes = new Set(['span', 'typeAnnotation', 'typeParams', 'typeParameters', 'typeArguments', 'returnType']);

/** The nodes below a value that are not below another of them. Some stand in wrappers that are no nodes. */
export function childrenOf(value: object): Node[] {
  const found: Node[] = [];
  for (const key in value) {
    const below = (value as Record<string, unknown>)[key];
    if (typeof below !== 'object' || below === null || ofTypes.has(key)) continue;
    if (isNode(below)) found.push(below);
    else found.push(...childrenOf(below));
  }
  return found;
}

const functions = new Set(
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'Constructor'].concat([
    'ClassMethod',
    'PrivateMethod',
    'MethodProperty',
    'GetterProperty',
    'SetterProperty',
  ]),
);
export const isFunction = (node: Node): boolean => functions.has(node.type);

const wrappers = new Set(
  ['ParenthesisExpression', 'TsAsExpression', 'TsSatisfiesExpression', 'TsConstAssertion'].concat([
    'TsNonNullExpression',
    'TsTypeAssertion',
  ]),
);
/** The expression without its parentheses and type assertions. */
export function bare(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined;
  return wrappers.has(value.type) ? bare(value.expression) : value;
}

/** The names that a pattern binds. */
export function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [String(pattern.value)];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'AssignmentPatternProperty') return namesIn(pattern.key);
  if (pattern.type === 'KeyValuePatternProperty') return namesIn(pattern.value);
  return childrenOf(pattern).flatMap(namesIn);
}
