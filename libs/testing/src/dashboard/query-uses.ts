import ts from 'typescript';

/** A place of the code that keeps what it fetches under a key. */
export interface QueryUse {
  file: string;
  line: number;
  /** Text for each member of the key that is a literal; null for one that is known when it runs. */
  key: readonly (string | null)[];
  /** Pages are kept as a list of replies, others as what the fetcher gives. */
  kind: 'pages' | 'one';
  /** The fetcher, with the members of the key named by their places: the same for the same call of the API. */
  fetcher: string;
}

/** Keys by name, in groups; those that name something are functions of it. */
export interface Keys {
  readonly [name: string]: Keys | readonly unknown[] | ((...given: never[]) => readonly unknown[]);
}

/**
 * Every use of the query cache in the sources.
 * @param sources texts by file name
 * @param keys what the sources call `keys`
 */
export function queryUses(sources: Record<string, string>, keys: Keys): QueryUse[] {
  const files = Object.entries(sources).map(([file, text]) =>
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
  );
  return files.flatMap((file) => usesOf(file, keys));
}

/** Pairs of uses whose keys can be equal, and that keep different things: the second one to show gets what it cannot read. */
export function clashes(uses: readonly QueryUse[]): [QueryUse, QueryUse][] {
  return uses.flatMap((one, at) =>
    uses.slice(at + 1).flatMap((other): [QueryUse, QueryUse][] => {
      const isSame = one.kind === other.kind && one.fetcher === other.fetcher;
      return isSame || !mayBeEqual(one.key, other.key) ? [] : [[one, other]];
    }),
  );
}

function mayBeEqual(one: QueryUse['key'], other: QueryUse['key']): boolean {
  return one.length === other.length && one.every((member, i) => mayBeOneValue(member, other[i]));
}

/** Whether two members can be one value. Names and ids have no space: a word with one stands beside them. */
function mayBeOneValue(one: string | null, other: string | null): boolean {
  if (one !== null && other !== null) return one === other;
  return !(one ?? other ?? '').includes(' ');
}

function usesOf(file: ts.SourceFile, keys: Keys): QueryUse[] {
  const uses: QueryUse[] = [];
  const add = (node: ts.Node, key: ts.Expression, fetcher: ts.Expression, kind: QueryUse['kind']): void => {
    const members = membersOf(key, keys);
    if (members === null) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const named = { file: file.fileName, line, kind, fetcher: fetcherText(fetcher, members) };
    uses.push({ ...named, key: members.map(({ word }) => word) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'usePages') {
      add(node, node.arguments[0], node.arguments[1], 'pages');
    }
    if (ts.isObjectLiteralExpression(node)) {
      const [key, fetcher] = ['queryKey', 'queryFn'].map((name) => memberOf(node, name));
      const isInfinite = ts.isCallExpression(node.parent) && node.parent.expression.getText() === 'useInfiniteQuery';
      if (key && fetcher) add(node, key, fetcher, isInfinite ? 'pages' : 'one');
    }
    node.forEachChild(visit);
  };
  visit(file);
  return uses;
}

function memberOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const member of node.properties) {
    if (member.name?.getText() !== name) continue;
    if (ts.isPropertyAssignment(member)) return member.initializer;
    if (ts.isShorthandPropertyAssignment(member)) return member.name;
  }
  return undefined;
}

/** A member of a key: the text of the source that gives it, and its value where that is a word of the key itself. */
interface Member {
  text: string;
  word: string | null;
}

/**
 * The members of a key; null where a function is given its key, as `usePages` is.
 * @throws Error for a key that is not one of `keys`
 */
function membersOf(key: ts.Expression, keys: Keys): Member[] | null {
  const [name, given] = ts.isCallExpression(key) ? [key.expression, [...key.arguments]] : [key, []];
  if (name.getText() === 'queryKey') return null;
  const path = name.getText().split('.');
  const found = path[0] === 'keys' ? memberAt(keys, path.slice(1)) : undefined;
  // Each argument stands in the key as a mark of its own.
  const marks = given.map((_, at) => `argument ${at}`);
  const members = typeof found === 'function' ? found(...(marks as never[])) : found;
  if (!Array.isArray(members))
    throw new Error(`${key.getSourceFile().fileName}: a key is one of \`keys\`, not ${key.getText()}`);
  return members.map((member: unknown) => {
    const at = marks.indexOf(String(member));
    return at < 0 ? { text: `'${String(member)}'`, word: String(member) } : { text: given[at].getText(), word: null };
  });
}

function memberAt(keys: Keys, path: readonly string[]): Keys[string] | undefined {
  return path.reduce<Keys[string] | undefined>((at, name) => (at as Keys | undefined)?.[name], keys);
}

function fetcherText(fetcher: ts.Expression, members: readonly Member[]): string {
  return members.reduce(
    (text, member, i) => text.replaceAll(new RegExp(`(?<![\\w.])${escaped(member.text)}(?!\\w)`, 'g'), `$${i}`),
    fetcher
      .getText()
      .replaceAll(/\b(?:async|await)\b/g, '')
      .replaceAll(/\s+/g, ''),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
