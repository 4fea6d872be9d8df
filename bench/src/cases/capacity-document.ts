import { Ledger, Storage } from '../capacity/ledger';
import { Case } from '../case/case';
import { Measure, bytes, microseconds } from '../case/figures';
import { BenchDocument, documentOf } from '../load/documents';
import { pathOf } from '../stack/client';
import { allJudged, judgmentOf, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';

const namespace = 'bench/capacity-document';
const judged = 'capacity';
/** Documents that stand in the same tables before. */
const besides = 'bench/capacity-document-beside';

type Version = (i: number) => BenchDocument;

/** What upserts move of the documents that stand, by the name of their figures. */
const upserts: Record<string, Version> = {
  'one attribute': withTotal(1),
  'the same again': withTotal(1),
  'a text': (i) => ({ ...withTotal(1)(i), state: documentOf(i, 2).state }),
};

function withTotal(more: number): Version {
  return (i) => {
    const { attributes, ...rest } = documentOf(i);
    return { ...rest, attributes: { ...attributes, total: attributes.total + more } };
  };
}

/** What one document of 1 KB takes on disk, and what its writes and an answer about it add to the write-ahead log. */
export const capacityOfDocument: Case<StackSite> = {
  name: 'capacity, a document',
  goal: null,
  needs: [],
  size: { normal: 20_000, short: 50, option: 'documents' },
  maxRounds: 1,
  isOnDemand: true,
  round: async ({ site: { client, stack }, size }) => {
    const ledger = await Ledger.open(stack);
    await client.call('POST', '/namespaces', { name: namespace });
    await loadDocuments(client, besides, size);
    await ledger.vacuum();
    // The first write of a page after a checkpoint logs all of it; what is measured finds its pages written.
    await loadDocuments(client, namespace, size);
    const stood = await ledger.storage();
    const measures: Record<string, Measure> = {};
    const charge = async (name: string, count: number, work: () => Promise<unknown>): Promise<void> => {
      const cost = await ledger.costOf(work);
      measures[`${name}: log`] = bytes(cost.wal / count);
      measures[`${name}: CPU`] = microseconds((1e6 * cost.cpu) / count);
    };
    await charge('insert', size, () => loadDocuments(client, namespace, size, (i) => ({ ...documentOf(size + i) })));
    Object.assign(measures, grown(stood, await ledger.storage(), size, ['documents.document', 'documents.attribute']));
    for (const [name, version] of Object.entries(upserts)) {
      await charge(`upsert, ${name}`, size, () => loadDocuments(client, namespace, size, version));
    }
    const before = await ledger.storage();
    await client.call('POST', `${pathOf(namespace)}/judgments`, judgmentOf(judged, 'state.text', 0));
    await charge('answer', size, async () => {
      await loadDocuments(client, namespace, size, (i) => documentOf(i, 3));
      await allJudged(client, namespace, judged, size);
    });
    Object.assign(measures, grown(before, await ledger.storage(), size, ['documents.answer']));
    return { ratio: 1, measures };
  },
};

/** Bytes a document of tables, of their values out of line (TOAST), and of their indexes. */
function grown(
  before: ReadonlyMap<string, Storage>,
  after: ReadonlyMap<string, Storage>,
  count: number,
  tables: readonly string[],
): Record<string, Measure> {
  const parts = tables.flatMap((table) => {
    const [was, is] = [before, after].map((sizes) => sizes.get(table) ?? { heap: 0, toast: 0, index: 0 });
    return (['heap', 'toast', 'index'] as const).map((part): [string, Measure] => [
      `${table} ${part}`,
      bytes(Math.max(0, is[part] - was[part]) / count),
    ]);
  });
  return Object.fromEntries(parts);
}
