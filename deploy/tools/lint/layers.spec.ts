import { dirname, join } from 'node:path';
import { PlantedWorkspace } from './planted-workspace';

// Each planted fault stands in a service of its own, so that one run of the program sees them all.
const faults = [
  [
    'a lower layer that imports a higher one',
    'shop-a',
    'price/tax.ts',
    '../order/order',
    'price imports lower layers only',
  ],
  ['two folders of one layer', 'shop-b', 'stock/tax.ts', '../price/price', 'stock imports lower layers only'],
  [
    'a folder that imports the composition',
    'shop-c',
    'order/tax.ts',
    '../app.module',
    'order imports lower layers only',
  ],
  ['a folder without a layer', 'shop-d', 'order/tax.ts', '../gift/gift', 'every folder stands in layers.json'],
] as const;

// Where a layers.json stands, and of which folders it speaks: `order` is over `price`.
const places = [
  ['below the folders of a service', 'apps/deep', 'apps/deep/src/shop', 'apps/deep/src/shop'],
  ['in a library', 'libs/shop', 'libs/shop', 'libs/shop/src'],
] as const;

// Folders of which no layers.json speaks, by what their files import. No file is in a circle.
const circles = [
  ['two folders of a library', 'libs/pair', { 'src/hen/hen': '../egg/egg', 'src/egg/box': '../hen/hen' }],
  ['two folders at depth three', 'libs/deep', { 'src/a/b/hen/hen': '../egg/egg', 'src/a/b/egg/box': '../hen/hen' }],
  [
    'three folders of a client',
    'clients/web',
    { 'src/hen/hen': '../egg/egg', 'src/egg/box': '../nest/nest', 'src/nest/box': '../hen/hen' },
  ],
] as const;

const workspace = new PlantedWorkspace({});
let found: string[];

beforeAll(() => {
  for (const service of ['shop', 'circle', ...faults.map(([, name]) => name)]) plant(service);
  for (const [, service, file, imported] of faults) {
    workspace.write(`apps/${service}/src/gift/gift.ts`, 'export const gift = 1;');
    workspace.write(`apps/${service}/src/${file}`, `import '${imported}';`);
  }
  workspace.write('apps/circle/src/order/a.ts', `import type { B } from './b';\nexport type A = B;`);
  workspace.write('apps/circle/src/order/b.ts', `import type { A } from './a';\nexport type B = A;`);
  for (const [, project, listed, folder] of places) {
    workspace.project(project, ['domain']);
    workspace.write(`${listed}/layers.json`, JSON.stringify({ layers: [['price'], ['order']] }));
    plantFiles(folder, { 'price/tax': '../order/order', 'order/fine': '../price/price', 'order/gift': '../gift/gift' });
  }
  for (const [, project, files] of circles) {
    workspace.project(project, ['domain']);
    plantFiles(project, files);
  }
  workspace.project('libs/straight', ['domain']);
  plantFiles('libs/straight/src', { 'hen/hen': '../egg/egg', 'egg/egg.spec': '../hen/hen', index: './hen/hen' });
  plantFiles('libs/straight/src', { 'egg/box': '../kept', kept: './egg/egg' });
  found = workspace.check().lines;
});
afterAll(() => workspace.remove());

/** Files by what each imports; a file that is imported and imports nothing is there too. */
function plantFiles(folder: string, files: Record<string, string>): void {
  const written = Object.entries(files).map(([file, imported]) => [join(folder, file), imported]);
  for (const [file, imported] of written) workspace.write(`${join(dirname(file), imported)}.ts`, 'export {};');
  for (const [file, imported] of written) workspace.write(`${file}.ts`, `import '${imported}';`);
}

function plant(service: string): void {
  workspace.project(`apps/${service}`, ['app'], 'application');
  workspace.write(`apps/${service}/layers.json`, JSON.stringify({ layers: [['price', 'stock'], ['order']] }));
  workspace.write(`apps/${service}/src/price/price.ts`, 'export const price = 1;');
  workspace.write(`apps/${service}/src/stock/stock.ts`, 'export const stock = 1;');
  workspace.write(
    `apps/${service}/src/order/order.ts`,
    `import { price } from '../price/price';\nexport const order = price;`,
  );
  workspace.write(
    `apps/${service}/src/app.module.ts`,
    `import { order } from './order/order';\nexport const shop = order;`,
  );
}

it('lets a folder import folders of lower layers, and the composition import all', () => {
  expect(found.filter((line) => line.includes('apps/shop/'))).toEqual([]);
});

it.each(faults)('finds %s', (_, service, file, imported, rule) => {
  const [line] = found.filter((one) => one.includes(`apps/${service}/src/${file} imports`));
  expect(line).toContain(`${service}: ${rule}`);
  expect(line).toContain(imported.replace('../', ''));
});

it('finds a circle of two files', () => {
  expect(found.filter((line) => line.startsWith('no circle of files'))).toEqual([
    'no circle of files: apps/circle/src/order/a.ts imports apps/circle/src/order/b.ts',
  ]);
});

it.each(places)('holds layers %s', (_, _project, listed, folder) => {
  expect(found.filter((line) => line.startsWith(`${listed}: `))).toEqual([
    `${listed}: every folder stands in layers.json: ${folder}/order/gift.ts imports ${folder}/gift/gift.ts`,
    `${listed}: price imports lower layers only: ${folder}/price/tax.ts imports ${folder}/order/order.ts`,
  ]);
});

it.each(circles)('finds a circle of %s, without a circle of files', (_, project, files) => {
  const lines = found.filter((line) => line.includes(`: ${project}/`));
  const planted = Object.entries(files).map(([file, imported]) => {
    const from = join(project, file);
    return `no circle of folders: ${from}.ts imports ${join(dirname(from), imported)}.ts`;
  });
  expect(lines.sort()).toEqual(planted.sort());
});

it('counts neither what tests import nor a file beside folders as an import of a folder', () => {
  expect(found.filter((line) => line.includes('libs/straight'))).toEqual([]);
});
