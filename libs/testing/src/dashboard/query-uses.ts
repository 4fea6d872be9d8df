import ts from 'typescript';

/** A place of the code that keeps what it fetches under a key. */
export interface QueryUse {
  file: string;
  line: number;
  /** Text for each member of the key that is a literal; null for one that is known when it runs. */
  key: (string | null)[];
  /** Pages are kept as a list of replies, others as what the fetcher gives. */
  kind: 'pages' | 'one';
  /** The fetcher, with the members of the key named by their places: the same for the same call of the API. */
  fetcher: string;
}

/** Every use of the query cache in the sources. @param sources texts by file name */
export function queryUses(sources: Record<string, string>): QueryUse[] {
  const files = Object.entries(sources).map(([file, text]) =>
    ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
  );
  return files.flatMap((file) => usesOf(file, keyOfName(file, files)));
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

type FindKey = (name: string) => ts.Expression | undefined;

/** Finds a key by the name of a constant: of the file itself, else of the one that exports it. */
function keyOfName(own: ts.SourceFile, files: readonly ts.SourceFile[]): FindKey {
  return (name) => {
    for (const file of [own, ...files]) {
      for (const statement of file.statements) {
        if (!ts.isVariableStatement(statement)) continue;
        const isOpen = file === own || statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
        const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
        if (isOpen && found?.initializer) return found.initializer;
      }
    }
    return undefined;
  };
}

function usesOf(file: ts.SourceFile, find: FindKey): QueryUse[] {
  const uses: QueryUse[] = [];
  const add = (node: ts.Node, key: ts.Expression, fetcher: ts.Expression, kind: QueryUse['kind']): void => {
    const members = membersOf(key, find);
    if (members === null) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const named = { file: file.fileName, line, kind, fetcher: fetcherText(fetcher, members) };
    uses.push({ ...named, key: members.map((one) => (ts.isStringLiteralLike(one) ? one.text : null)) });
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

/** The members of a key; null where a function is given its key, as `usePages` is. @throws Error for a key of another form */
function membersOf(key: ts.Expression, find: FindKey): readonly ts.Expression[] | null {
  if (ts.isAsExpression(key)) return membersOf(key.expression, find);
  if (ts.isArrayLiteralExpression(key)) return key.elements;
  const found = ts.isIdentifier(key) ? find(key.text) : undefined;
  if (found) return membersOf(found, find);
  const isParameter = ts.isIdentifier(key) && key.text === 'queryKey';
  if (isParameter) return null;
  throw new Error(`${key.getSourceFile().fileName}: a key is an array or a constant, not ${key.getText()}`);
}

function fetcherText(fetcher: ts.Expression, members: readonly ts.Expression[]): string {
  const texts = members.map((one) => one.getText());
  return members.reduce(
    (text, _, i) => text.replaceAll(new RegExp(`(?<![\\w.])${escaped(texts[i])}(?!\\w)`, 'g'), `$${i}`),
    fetcher
      .getText()
      .replaceAll(/\b(?:async|await)\b/g, '')
      .replaceAll(/\s+/g, ''),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
