// Which folder of a service may import which: apps/<service>/layers.json lists its folders, lowest layer first. A folder
// imports folders of lower layers only; the files of `src` itself (app.*) compose the service and may import every folder.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const tests = '\\.(spec|fake)\\.ts$|/testing/';

/** @returns {{ layers: string[][], allowed?: { from: string, to: string, why: string }[] }} */
function layersOfService(root, service) {
  const file = join(root, 'apps', service, 'layers.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { layers: [] };
}

function rulesOf(root, service) {
  const { layers, allowed = [] } = layersOfService(root, service);
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
        to: {
          path: `${src}/(${[...above.map((one) => `${one}/`), 'app\\.(?!config)'].join('|')})`,
          pathNot: `${src}/${folder}/`,
        },
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

const layersOf = (root) =>
  (existsSync(join(root, 'apps')) ? readdirSync(join(root, 'apps')) : []).flatMap((service) => rulesOf(root, service));

module.exports = { layersOf };
