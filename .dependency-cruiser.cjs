// Which folder of a service may import which: apps/<service>/layers.json lists its folders, lowest layer first. A folder
// imports folders of lower layers only; the files of `src` itself (app.*) compose the service and may import every folder.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const tests = '\\.(spec|fake)\\.ts$|/testing/';

/** @returns {{ layers: string[][], allowed?: { from: string, to: string, why: string }[] }} */
function layersOf(service) {
  const file = join(__dirname, 'apps', service, 'layers.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { layers: [] };
}

function rulesOf(service) {
  const { layers, allowed = [] } = layersOf(service);
  const src = `^apps/${service}/src`;
  const rules = layers.flatMap((layer, height) =>
    layer.map((folder) => {
      const others = layers.slice(height).flat();
      const excused = allowed.filter(({ from }) => from === folder).map(({ to }) => to);
      const above = others.filter((other) => other !== folder && !excused.includes(other));
      return {
        name: `${service}: ${folder} imports lower layers only`,
        severity: 'error',
        from: { path: `${src}/${folder}/`, pathNot: tests },
        to: { path: `${src}/(${[...above, 'app\\.(?!config)'].join('|')})(/|\\.|[a-z])`, pathNot: `${src}/${folder}/` },
      };
    }),
  );
  const known = layers.flat();
  if (known.length === 0) return rules;
  return [
    ...rules,
    {
      name: `${service}: every folder stands in layers.json`,
      severity: 'error',
      from: { path: `${src}/` },
      to: { path: `${src}/[a-z-]+/`, pathNot: `${src}/(${[...known, 'testing'].join('|')})/` },
    },
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no circle of files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...readdirSync(join(__dirname, 'apps')).flatMap(rulesOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|^dist|^\\.state|/fixtures/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
