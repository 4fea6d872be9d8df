import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { sourceFiles } from './tree';

/** Named statements of a text: Postgres prepares each name once a connection, and refuses another text under it. */
function statementNames(text: string): string[] {
  return [...text.matchAll(/\bname: '([\w.-]+)',\s*text: ?[`'\n]/g)].map(([, name]) => name);
}

describe('names of prepared statements', () => {
  const files = sourceFiles(workspaceRoot, ['ts']).filter(
    ({ path }) => !/\.(spec|fake|e2e)\.ts$|\/testing\//.test(path),
  );
  const named = (folder: string) =>
    files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ path, text }) => statementNames(text).map((name) => ({ name, path })));

  it.each(readdirSync(join(workspaceRoot, 'apps')))(
    'are of one statement each in %s and in the libraries that it uses',
    (app) => {
      const all = [...named(`apps/${app}/`), ...named('libs/')];
      expect(all.length).toBeGreaterThan(3);
      const places = (wanted: string) => all.filter(({ name }) => name === wanted).map(({ path }) => path);
      const twice = [...new Set(all.map(({ name }) => name))].filter((name) => places(name).length > 1);
      expect(twice.map((name) => [name, ...places(name)])).toEqual([]);
    },
  );
});
