import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * The method of each operation, as the TypeScript client names it: both clients have the same names.
 * @param {string} path of `operation-methods.ts`
 * @returns {Record<string, { owner: string, name: string }>} by operation id; `owner` is a resource such as `namespace.documents`,
 * `judgment.outcomes` or `client.jobs`, `name` the method in snake case
 */
export function methodsOf(path) {
  const exported = {};
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS },
  });
  new Function('exports', outputText)(exported);
  return Object.fromEntries(
    Object.entries(exported.operationMethods).map(([id, chain]) => {
      const parts = chain
        .replace(/^namespace\.judgments\.get\./, 'judgment.')
        .split('.')
        .map(snakeOf);
      const name = parts.pop();
      const isOfClient = !['namespace', 'judgment'].includes(parts[0]);
      return [id, { owner: [...(isOfClient ? ['client'] : []), ...parts].join('.'), name: nameOf(name) }];
    }),
  );
}

const reserved = ['and', 'as', 'class', 'del', 'from', 'import', 'in', 'is', 'not', 'or', 'pass', 'try', 'with'];

/** A name that Python takes. */
export const nameOf = (name) => (reserved.includes(name) ? `${name}_` : name);

export const snakeOf = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `query_body` and `query-body` as `QueryBody`. */
export const pascalOf = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');

/** The name of an object that the document describes in place: that of what holds it and its member. */
export const inlineName = (holder, member) => holder + pascalOf(member);
