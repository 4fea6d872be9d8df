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
  found = workspace.check().lines;
});
afterAll(() => workspace.remove());

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
