import { paletteItems, type PaletteGround } from './palette-items';
import { shortcuts } from './shortcuts';

const ground: PaletteGround = {
  namespace: 'acme/prod',
  namespacePages: ['/documents'],
  mayChange: true,
  namespaces: ['acme/prod', 'acme/test'],
  judgments: [{ namespace: 'acme/*', name: 'late' }],
};
const addressesOf = (part: Partial<PaletteGround>, group: string) =>
  paletteItems({ ...ground, ...part })
    .filter((item) => item.group === group)
    .map(({ address }) => address);

it('leads to every page of the shortcuts, those of a namespace with it', () => {
  const pages = addressesOf({}, 'Pages');
  expect(pages).toHaveLength(shortcuts.filter(({ deed }) => deed.kind === 'go').length);
  expect(pages).toContain('/documents?ns=acme%2Fprod');
  expect(pages).toContain('/jobs');
});

it('leads to namespaces and judgments, each line with an id of its own', () => {
  expect(addressesOf({}, 'Namespaces')).toEqual(['/judgments?ns=acme%2Fprod', '/judgments?ns=acme%2Ftest']);
  expect(addressesOf({}, 'Judgments')).toEqual(['/judgment?ns=acme%2F*&name=late']);
  const ids = paletteItems(ground).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('offers a member, and a page without a namespace, nothing to make', () => {
  expect(addressesOf({}, 'Actions')).toContain('/editor?ns=acme%2Fprod');
  expect(addressesOf({ mayChange: false }, 'Actions')).toEqual(['/settings?tab=account']);
  expect(addressesOf({ namespace: '' }, 'Actions')).toEqual(['/settings?tab=account']);
});
