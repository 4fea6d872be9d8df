import { addresses, addressOf } from '../address/address';
import { client } from '../api/client';
import { isAbsent } from '../api/failure';
import { identity } from '../api/identity';
import type { PaletteItem } from '../keys/palette-items';
import { idKinds, type IdKind, type SearchTerm } from '../keys/search-term';

/** Requests that one search sends at most are about these: namespaces asked for a document, pages of a list, endpoints. */
const [mostNamespaces, mostPages, mostEndpoints] = [10, 10, 10];
/** Documents that are offered of those whose ids begin with what was typed. */
const mostDocuments = 5;

/** Where a search looks. */
export interface SearchGround {
  /** The namespace shown; empty before one is chosen. */
  namespace: string;
  mayChange: boolean;
  signal: AbortSignal;
}

/** What is called so, by requests whose number is bounded. Empty where there is nothing. */
export function findThings(term: SearchTerm, ground: SearchGround): Promise<PaletteItem[]> {
  return term.kind === null ? findNamed(term.text, ground) : findById(term.kind, term.id, ground);
}

const item = (kind: string, words: string, address: string, beside = kind): PaletteItem => ({
  id: `${kind} ${beside} ${words}`,
  group: 'Found',
  words,
  beside,
  address,
});

/** Documents of the namespace shown by the beginning of their id, of others by all of it, and subscriptions of the namespace. */
async function findNamed(text: string, { namespace, signal }: SearchGround): Promise<PaletteItem[]> {
  const { namespaces } = await client.namespaces.list({ limit: mostNamespaces }, { signal });
  const others = namespaces.map(({ name }) => name).filter((name) => name !== namespace);
  const [here, ...there] = await Promise.all([
    // The scope of a template holds no documents of its own.
    namespace === '' || namespace.endsWith('/*') ? [] : findHere(namespace, text, signal),
    ...others.map((ns) => findDocument(ns, text, signal)),
  ]);
  return [...here, ...there.flat()];
}

async function findHere(ns: string, text: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const asked = { filter: { id: { prefix: text } }, limit: mostDocuments, include: [] };
  const [{ documents }, { subscriptions }] = await Promise.all([
    client.namespace(ns).query(asked, { signal }),
    client.namespace(ns).subscriptions.list({ signal }),
  ]);
  const sought = text.toLowerCase();
  return [
    ...documents.map(({ id }) => documentItem(ns, id)),
    ...subscriptions
      .filter(({ name }) => name.toLowerCase().includes(sought))
      .map(({ name }) => item('subscription', name, addresses.namespace(ns), `subscription in ${ns}`)),
  ];
}

async function findDocument(ns: string, id: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const { documents } = await client.namespace(ns).documents.getMany([id], { include: [], fresh: 'stored', signal });
  return documents.map((found) => documentItem(ns, found.id));
}

const documentItem = (ns: string, id: string) => item('document', id, addresses.document(ns, id), `document in ${ns}`);

async function findById(kind: IdKind, id: string, ground: SearchGround): Promise<PaletteItem[]> {
  try {
    const found = await finders[kind](id, ground);
    return found === null ? [] : [item(idKinds[kind], id, found.address, found.beside)];
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

type Finder = (id: string, ground: SearchGround) => Promise<{ address: string; beside: string } | null>;

const finders: Readonly<Record<IdKind, Finder>> = {
  evt: async (id, { signal }) => {
    const { type } = await client.events.get(id, { signal });
    return { address: addressOf('/events', { id }), beside: type };
  },
  job: async (id, { signal }) => {
    const { type, status } = await client.jobs.get(id, { signal });
    return { address: addressOf('/jobs', { id }), beside: `${type.replaceAll('_', ' ')}, ${status}` };
  },
  whe: async (id, { signal }) => {
    const { url } = await client.webhookEndpoints.get(id, { signal });
    return { address: addresses.endpoint(id), beside: url };
  },
  usr: async (id) => {
    let pages = 0;
    for await (const { members } of identity.members().pages()) {
      const member = members.find((one) => one.id === id);
      if (member) return { address: addressOf('/settings', { tab: 'members' }), beside: member.email };
      if ((pages += 1) === mostPages) break;
    }
    return null;
  },
  key: async (id, { mayChange, signal }) => {
    if (!mayChange) return null;
    let pages = 0;
    for await (const { api_keys: keys } of client.apiKeys.list({ signal }).pages()) {
      const key = keys.find((one) => one.id === id);
      if (key) return { address: addressOf('/settings', { tab: 'keys' }), beside: key.description ?? key.prefix };
      if ((pages += 1) === mostPages) break;
    }
    return null;
  },
  // Among the newest hundred of each endpoint: the log has no address by the id alone.
  dlv: async (id, { signal }) => {
    const { webhook_endpoints: endpoints } = await client.webhookEndpoints.list({ signal });
    const logs = await Promise.all(
      endpoints.slice(0, mostEndpoints).map(async (endpoint) => {
        const { deliveries } = await client.webhookEndpoints.deliveries(endpoint.id, { limit: 100 }, { signal });
        return { endpoint, delivery: deliveries.find((one) => one.id === id) };
      }),
    );
    const log = logs.find(({ delivery }) => delivery !== undefined);
    if (log?.delivery === undefined) return null;
    return {
      address: addresses.endpoint(log.endpoint.id),
      beside: `${log.delivery.event_type}, ${log.delivery.status}`,
    };
  },
  // The feed keeps the event of each new fit for 30 days.
  fit: async (id, { signal }) => {
    const asked = { order: 'newest' as const, limit: 100, types: 'calibration.fitted' };
    const { events } = await client.events.read(asked, { signal });
    const found = events.map(({ data }) => data as Readonly<Record<string, unknown>>).find(({ fit }) => fit === id);
    if (found === undefined) return null;
    const [ns, judgment] = [String(found.namespace), String(found.judgment)];
    return { address: addresses.judgment(ns, judgment, 'calibration'), beside: `fit of ${judgment}` };
  },
};
