import { addresses, addressOf } from '../address/address';
import { shortcuts } from './shortcuts';

/** One line of the palette: where it leads. */
export interface PaletteItem {
  id: string;
  group: 'Pages' | 'Actions' | 'Namespaces' | 'Judgments' | 'Found';
  words: string;
  /** What tells it from others of the same name. */
  beside?: string;
  address: string;
}

/** What is known where the palette opens. */
export interface PaletteGround {
  /** The namespace of the page; empty before one is chosen. */
  namespace: string;
  /** Pages that show one namespace. */
  namespacePages: readonly string[];
  mayChange: boolean;
  namespaces: readonly string[];
  judgments: readonly { namespace: string; name: string }[];
}

/** Everything that the palette leads to: the pages of the shortcuts, what can be made here, namespaces and judgments. */
export function paletteItems(ground: PaletteGround): PaletteItem[] {
  const { namespace, namespacePages, namespaces, judgments } = ground;
  const pages = shortcuts.flatMap(({ words, keys, deed }): PaletteItem[] => {
    if (deed.kind !== 'go') return [];
    const { page } = deed;
    const address = addressOf(page, namespacePages.includes(page) ? { ns: namespace } : {});
    return [{ id: `page ${page}`, group: 'Pages', words, beside: keys.join(' '), address }];
  });
  return [
    ...pages,
    ...actionsOf(ground),
    ...namespaces.map((name): PaletteItem => ({
      id: `namespace ${name}`,
      group: 'Namespaces',
      words: name,
      address: addresses.judgments(name),
    })),
    ...judgments.map((one): PaletteItem => ({
      id: `judgment ${one.namespace} ${one.name}`,
      group: 'Judgments',
      words: one.name,
      beside: one.namespace,
      address: addresses.judgment(one.namespace, one.name),
    })),
  ];
}

function actionsOf({ namespace, mayChange }: PaletteGround): PaletteItem[] {
  const account: PaletteItem = {
    id: 'account',
    group: 'Actions',
    words: 'Turn single-key shortcuts on or off',
    address: addressOf('/settings', { tab: 'account' }),
  };
  if (!mayChange || namespace === '') return [account];
  return [
    {
      id: 'new judgment',
      group: 'Actions',
      words: 'New judgment',
      beside: namespace,
      address: addresses.editor(namespace),
    },
    {
      id: 'label',
      group: 'Actions',
      words: 'Label answers',
      beside: namespace,
      address: addresses.review(namespace),
    },
    account,
  ];
}
