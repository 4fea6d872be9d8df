import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../workspace';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layers-'));
  copyFileSync(join(workspaceRoot, '.dependency-cruiser.cjs'), join(root, '.dependency-cruiser.cjs'));
  symlinkSync(join(workspaceRoot, 'node_modules'), join(root, 'node_modules'));
  write('tsconfig.base.json', '{"compilerOptions": {"module": "preserve", "moduleResolution": "bundler"}}');
  write('apps/shop/layers.json', JSON.stringify({ layers: [['price', 'stock'], ['order']] }));
  write('apps/shop/src/price/price.ts', 'export const price = 1;');
  write('apps/shop/src/stock/stock.ts', 'export const stock = 1;');
  write('apps/shop/src/order/order.ts', `import { price } from '../price/price';\nexport const order = price;`);
  write('apps/shop/src/app.module.ts', `import { order } from './order/order';\nexport const shop = order;`);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What the lint step finds in the planted service. */
function violations(): string[] {
  const { stdout } = spawnSync(join(workspaceRoot, 'node_modules/.bin/depcruise'), ['apps', '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

it('lets a folder import folders of lower layers, and the composition import all', () => {
  expect(violations()).toEqual([]);
});

it.each([
  [
    'a lower layer that imports a higher one',
    'price/tax.ts',
    '../order/order',
    'shop: price imports lower layers only',
  ],
  ['two folders of one layer', 'stock/tax.ts', '../price/price', 'shop: stock imports lower layers only'],
  ['a folder that imports the composition', 'order/tax.ts', '../app.module', 'shop: order imports lower layers only'],
  ['a folder without a layer', 'order/tax.ts', '../gift/gift', 'shop: every folder stands in layers.json'],
])('finds %s', (_, file, imported, rule) => {
  write('apps/shop/src/gift/gift.ts', 'export const gift = 1;');
  write(`apps/shop/src/${file}`, `import '${imported}';`);
  expect(violations()).toContain(rule);
});

it('finds a circle of two files', () => {
  write('apps/shop/src/order/a.ts', `import type { B } from './b';\nexport type A = B;`);
  write('apps/shop/src/order/b.ts', `import type { A } from './a';\nexport type B = A;`);
  expect(violations()).toEqual(['no circle of files']);
});
