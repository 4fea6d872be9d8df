import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { guidePages } from './guide-pages';
import { guideSources, referenceSources } from './sources';

const { pages } = guidePages();
const htmlOf = (address: string): string => pages.get(address)?.bytes.toString() ?? '';

it('every guide of docs/guide is served', () => {
  const files = readdirSync(join(__dirname, '../../../../../docs/guide')).map((name) => `docs/guide/${name}`);
  expect(guideSources.map(({ file }) => file).sort()).toEqual(files.sort());
});

it('every link of a page leads to a page and a heading that are there', () => {
  const addresses = [...pages.keys()];
  const dead = addresses.flatMap((address) =>
    [...htmlOf(address).matchAll(/<a[^>]* href="([^"]+)"/g)]
      .map(([, href]) => href)
      .filter((href) => !/^https:\/\/|^\/app\/$|^\/docs\/api$/.test(href))
      .filter((href) => {
        const [path, anchor] = href.split('#');
        const html = htmlOf(path || address);
        return html === '' || (anchor !== undefined && !html.includes(` id="${anchor}"`));
      })
      .map((href) => `${address}: ${href}`),
  );
  expect(dead).toEqual([]);
});

it('each page has one title, names itself among the pages, and no HTML of its Markdown runs', () => {
  for (const { address, name } of [...guideSources, ...referenceSources]) {
    const html = htmlOf(address);
    expect([address, html.match(/<h1/g)?.length]).toEqual([address, 1]);
    expect(html).toContain(`<a href="${address}" aria-current="page">${name}</a>`);
    expect(html).not.toMatch(/<script(?! src)|<img|<iframe/);
  }
});

it('only the index has a script: it leads bookmarks of the API reference on', () => {
  const withScript = [...pages.keys()].filter((address) => htmlOf(address).includes('<script'));
  expect(withScript).toEqual(['/docs']);
});
