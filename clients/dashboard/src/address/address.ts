/** Values of an address's query. Namespaces and ids hold any character, so they are never parts of the path. */
export type Values = Readonly<Record<string, string | undefined>>;

/**
 * An address of the dashboard, below its base.
 * @param page such as `/judgment`
 * @param values empty and missing ones are left out
 */
export function addressOf(page: string, values: Values = {}): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  const search = new URLSearchParams(given).toString();
  return search === '' ? page : `${page}?${search}`;
}

/** A value of a raw query string such as `?ns=acme%2Fprod`; empty without it. */
export function valueIn(search: string, name: string): string {
  return new URLSearchParams(search).get(name) ?? '';
}

/** The same page with other values; a value that is `undefined` or empty goes. */
export function withValues(page: string, search: string, values: Values): string {
  return addressOf(page, { ...Object.fromEntries(new URLSearchParams(search)), ...values });
}

export const addresses = {
  namespaces: (prefix?: string) => addressOf('/namespaces', { prefix }),
  namespace: (show: string) => addressOf('/namespaces', { show }),
  /** The form of a subscription with a filter in it. */
  subscribe: (show: string, filter: object) => addressOf('/namespaces', { show, subscribe: JSON.stringify(filter) }),
  judgments: (ns: string) => addressOf('/judgments', { ns }),
  judgment: (ns: string, name: string, tab?: string) => addressOf('/judgment', { ns, name, tab }),
  editor: (ns: string, name?: string) => addressOf('/editor', { ns, name }),
  documents: (ns: string, filter?: object) => addressOf('/documents', { ns, filter: filter && JSON.stringify(filter) }),
  document: (ns: string, id: string) => addressOf('/document', { ns, id }),
  review: (ns: string, name?: string) => addressOf('/review', { ns, name }),
  /** Without a namespace the page asks for one. */
  import: (ns?: string) => addressOf('/import', { ns }),
  ask: (ns: string) => addressOf('/ask', { ns }),
  endpoint: (id: string) => addressOf('/endpoint', { id }),
} as const;
