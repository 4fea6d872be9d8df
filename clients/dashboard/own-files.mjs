import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Packages whose door names all their parts. */
const packages = ['@mantine/core', '@mantine/hooks'];

/**
 * An esbuild plugin. Names of these packages come from their own files instead of the package's door: esbuild takes all that
 * a door names for needed by each file that imports one name, so that the first page would load every part of every page.
 */
export const ownFiles = {
  name: 'own-files',
  setup(build) {
    const files = new Map(packages.map((name) => [name, filesOf(name)]));
    build.onLoad({ filter: /\.tsx?$|@mantine.[a-z]+.esm.*\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(/import \{([^}]*)\} from (["'])(@mantine\/[a-z]+)\2;/g, (all, names, _, from) =>
        files.has(from) ? imports(names, from, files.get(from)) : all,
      );
      return { contents, loader: /\.(tsx?)$/.exec(path)?.[1] ?? 'js' };
    });
  },
};

function imports(names, from, files) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [exported, local = exported] = name.split(' as ');
      const file = files.get(exported);
      if (!file) throw new Error(`${from} exports ${exported} from no file of its own.`);
      return `import { ${file.name} as ${local} } from ${JSON.stringify(file.path)};`;
    })
    .join(' ');
}

/** The file of each name that a package exports, and what that file calls it. */
function filesOf(name) {
  const door = fileURLToPath(import.meta.resolve(name));
  const text = readFileSync(door, 'utf8');
  const files = new Map();
  for (const [, names, path] of text.matchAll(/import \{([^}]*)\} from "([^"]+)";/g)) {
    for (const each of names.split(',')) {
      const [inFile, local = inFile] = each.trim().split(' as ');
      // A bare name is another package, whose part is handed on.
      files.set(local, { name: inFile, path: path.startsWith('.') ? join(dirname(door), path) : path });
    }
  }
  for (const [, local, exported] of text.slice(text.lastIndexOf('export {')).matchAll(/(\w+) as (\w+)/g)) {
    if (files.has(local)) files.set(exported, files.get(local));
  }
  return files;
}
