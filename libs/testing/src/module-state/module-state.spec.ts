import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { moduleState } from './module-state';

/** The modules that a spec may load, below a folder of the checkout. */
function modulesIn(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return /^(node_modules|dist|fixtures|\..*)$/.test(entry.name) ? [] : modulesIn(`${folder}/${entry.name}`);
    return /\.ts$/.test(entry.name) && !/\.(spec|e2e|d)\.ts$/.test(entry.name) ? [`${folder}/${entry.name}`] : [];
  });
}

const sources = ['apps', 'libs', 'clients', 'deploy', 'examples', 'bench', 'test-e2e'].flatMap(modulesIn);
const known = readFileSync(join(__dirname, 'known.md'), 'utf8').matchAll(/^\| `(.+)` \| `(.+)` \| \S.* \|$/gm);

describe('the state of a module', () => {
  it('is named with a reason, for every module that specs share', () => {
    const found = sources.flatMap((path) =>
      moduleState(readFileSync(join(workspaceRoot, path), 'utf8')).map((name) => `${path} ${name}`),
    );
    expect(sources.length).toBeGreaterThan(1_500);
    expect(found.sort()).toEqual([...known].map(([, path, name]) => `${path} ${name}`).sort());
  });

  it.each([
    ['a variable', 'let a = 1; var b = 2; export let c;', ['a', 'b', 'c']],
    [
      'a map, a set, an array and an object that a function changes',
      `
      const a = new Map(); const b = new Set(); const c = []; const d = {}; const e = new Map();
      export function f(x) { a.set(x, 1); b.add(x); c.push(x); d[x] = 1; return e.get(x); }`,
      ['a', 'b', 'c', 'd'],
    ],
    [
      'what an arrow function, a method and a getter change',
      `
      const a = [], b = [], c = [];
      const f = () => a.push(1); class K { m() { b[0] += 1; } get g() { delete c[0]; return 1; } }`,
      ['a', 'b', 'c'],
    ],
    ['what lies deeper', 'const a = { b: [] }; const f = () => { a.b!.push(1); a?.b.sort(); };', ['a']],
    ['a copy into it', 'const a = {}; const f = (x) => Object.assign(a, x);', ['a']],
    ['a member of a class', 'class A { static n = 0; static next() { return A.n++; } }', ['A']],
    ['what another module has', `import { a } from './a'; export const f = () => a.clear();`, ['a']],
    [
      'an object of a class',
      'const a = new Cache(1) as Cache; const b = new Intl.NumberFormat(); const c = /x/g;',
      ['a'],
    ],
    ['what a pattern binds', 'let { a, b: [c], ...d } = x;', ['a', 'c', 'd']],
    ['no table that is filled while the module loads', 'const a = new Map(); for (const x of y) a.set(x, 1);', []],
    [
      'nothing that a function declares itself',
      `
      const a = [], b = [], c = [], d = [];
      const f = (a) => a.push(1); function g({ b }) { b.push(1); } const h = () => { const c = []; c.push(1); };
      class K { m(d) { d.push(1); } }`,
      [],
    ],
  ])('sees %s', (_, source, names) => {
    expect(moduleState(source)).toEqual(names);
  });
});
