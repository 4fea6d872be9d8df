import type { FetchDocuments, FetchedDocuments, RelationEdge, RelationQuery } from '@app/contracts/documents';
import { movedClock } from '@app/testing';
import { ReaderPool } from '../../document/pool/reader.pool';
import { DocumentsHarness } from '../../testing/documents-harness';
import { putGroup, readGroup } from '../../testing/groups';
import { aBlock, anEntity, placed, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { FetchService } from '../fetch.service';
import { RelatedService } from './related.service';

const org = 'org_counts';
const accounts = ['a', 'b'];
const likely = { 'answers.late.p': { gte: 0.5 } };
const answers = [{ judgment: 'late', bands: [0.5] }];
const orderEdge = { paths: ['attributes.account'], presence: true };
const self: RelationEdge = {
  relation: 'me',
  theirs: 'id',
  mine: 'id',
  paths: [],
  presence: false,
  where: null,
  answers,
};
/** Judgments that read what `late` says of a document: of orders that name it, of itself, and of others of its account. */
const readers: Record<string, RelationEdge> = {
  shown: anEntity({ ...orderEdge, answers }),
  picked: anEntity({ ...orderEdge, where: likely }),
  me: self,
  twin: { ...aBlock({ ...orderEdge, answers }), theirs: 'attributes.account', mine: 'attributes.account' },
};
const isOrders = (name: string): boolean => name === 'me' || name === 'twin';

const reading = (edge: RelationEdge) => ({
  ...related(edge),
  reads: ['late'],
  read_paths: ['state.note', 'attributes.account'],
});

/** What `late` may judge. */
export const appliesTo = [{ 'attributes.open': true }, null, { 'attributes.account': 'a' }];

/** Accounts with orders, of which `late` judges the open ones, and what other judgments read of it. */
export class CountsWorld {
  private readonly fetches: FetchService;
  private record = 0;
  private readonly read = new Map<string, string>();

  constructor(
    private readonly harness: DocumentsHarness,
    pool: ReaderPool,
    private readonly ns: string,
  ) {
    this.fetches = new FetchService(movedClock, pool, harness.snapshots, new RelatedService());
  }

  async begin(): Promise<void> {
    await this.judgeOrders(appliesTo[0]);
    for (const [name, edge] of Object.entries(readers)) {
      const applies_to = { 'attributes.account': { exists: isOrders(name) } };
      await this.harness.putJudgment(org, this.ns, name, { ...reading(edge), applies_to });
    }
    await this.harness.write(org, this.ns, { upsert: accounts.map((id) => ({ id })) });
    const aggregates = { likely: { aggregate: 'count', where: likely } };
    await putGroup(this.harness, org, this.ns, 'by_account', { key: 'attributes.account', aggregates });
  }

  async judgeOrders(applies_to: object | null): Promise<void> {
    const read_paths = ['state.note', ...Object.keys(applies_to ?? {})];
    await this.harness.putJudgment(org, this.ns, 'late', { applies_to, read_paths, thresholds: {} });
  }

  async order(id: string, account: string, open: boolean): Promise<void> {
    await this.harness.write(org, this.ns, { upsert: [{ id, attributes: { account, open }, state: { note: id } }] });
  }

  async turn(id: string, open: boolean): Promise<void> {
    if ((await this.ids()).includes(id))
      await this.harness.write(org, this.ns, { patch: [{ id, attributes: { open } }] });
  }

  async statusOf(name: string, id: string): Promise<string> {
    const { status, stale_reason: reason } = (await this.harness.read(org, this.ns, [id])).documents[0].answers![name];
    return reason ?? status;
  }

  /** What the context of an account shows of the answers about its orders. */
  async shownOf(account: string): Promise<object[]> {
    const { documents } = await this.fetch([account]);
    return documents[0].related!.jdg_shown.of.items.map(({ answers: shown = {} }) => shown);
  }

  async remove(id: string): Promise<void> {
    await this.harness.write(org, this.ns, { delete: [{ id }] });
  }

  async answer(id: string, number: number): Promise<void> {
    const { documents } = await this.harness.read(org, this.ns, [id]);
    await this.apply(documents.map(({ version }) => this.anAnswer(id, 'late', { document_version: version, number })));
  }

  /** Moves changes on, and judges everything that reads answers. */
  async judge(): Promise<void> {
    await this.harness.drainRelated();
    while (await this.harness.fanouts.turn());
    const { documents, watermark } = await this.fetch(await this.ids());
    for (const { id, version, wanted, ...texts } of documents) {
      const names = Object.keys(readers).filter((name) => Object.hasOwn(wanted, `jdg_${name}`));
      for (const name of names) this.read.set(`${name} ${id}`, textOf(texts, name));
      const seen = (name: string) => ({ document_version: version, seen: wanted[`jdg_${name}`], watermark });
      await this.apply(names.map((name) => this.anAnswer(id, name, seen(name))));
    }
  }

  /** Of each account, the likely orders that a query, the group and the feature count. */
  async counts(): Promise<number[][]> {
    await this.harness.countGroups();
    const { values } = await readGroup(this.harness, org, this.ns, 'by_account');
    const { documents } = await this.fetch(accounts);
    const counting = accounts.map(async (account, n) => {
      const filter = { 'attributes.account': account, ...likely };
      const { count } = await this.harness.query(org, this.ns, { filter, count: true, limit: 1, include: [] });
      const grouped = values.find(({ key }) => key === account)?.aggregates.likely ?? 0;
      return [Number(count), Number(grouped), documents[n].numbers!.jdg_shown.likely.value ?? -1];
    });
    return Promise.all(counting);
  }

  /** Answers that read fresh, although the judgment would read something else now. */
  async dishonest(): Promise<string[]> {
    const ids = await this.ids();
    const fetched = new Map((await this.fetch(ids)).documents.map(({ id, ...texts }) => [id, texts]));
    const { documents } = await this.harness.read(org, this.ns, ids);
    return documents.flatMap(({ id, answers: shown = {} }) =>
      Object.keys(readers).flatMap((name) => {
        if (shown[name]?.status !== 'fresh') return [];
        const now = textOf(fetched.get(id)!, name);
        const then = this.read.get(`${name} ${id}`);
        return now === then ? [] : [`${name} of ${id}: read ${then}, now ${now}`];
      }),
    );
  }

  private async ids(): Promise<string[]> {
    const { documents } = await this.harness.query(org, this.ns, { limit: 100, include: [] });
    return documents.map(({ id }) => id);
  }

  private async fetch(ids: string[]): Promise<FetchedDocuments> {
    const specs = Object.values(readers).map((edge): RelationQuery => {
      const { theirs, mine, where, answers: shown } = edge;
      const read = { theirs, mine, where, fields: [], order_by: [], last_n: 20, window: null };
      return { ...read, ...(shown && { answers: shown }) } as RelationQuery;
    });
    const numbers = { likely: { of: 0, aggregate: 'count', path: null, where: likely, window: null } } as const;
    const read = Object.keys(readers).map((name, n) => {
      return [`jdg_${name}`, { relations: { of: n }, ...(name === 'shown' && { numbers }) }] as const;
    });
    const judgments = Object.keys(readers).map((name) => `jdg_${name}`);
    const query: FetchDocuments = {
      organization: org,
      namespace: this.ns,
      ids,
      judgments,
      specs,
      read: Object.fromEntries(read),
    };
    return placed(JSON.parse(await this.fetches.fetch(query)) as FetchedDocuments);
  }

  private anAnswer(id: string, name: string, others: object): ReturnType<typeof anAnswer> {
    this.record += 1;
    const seen = { document_version: 1e9, seen: 1e9 };
    return anAnswer(id, name, { record: this.record, answer_id: `ans_${this.record}`, ...seen, ...others });
  }

  private async apply(recorded: ReturnType<typeof anAnswer>[]): Promise<void> {
    await this.harness.applyAnswers(org, this.ns, recorded);
  }
}

/** What a judgment reads of related documents. */
function textOf(
  { related: items, numbers }: Pick<FetchedDocuments['documents'][number], 'related' | 'numbers'>,
  name: string,
): string {
  const read = items?.[`jdg_${name}`].of.items.map(({ id, answers: shown }) => ({ id, shown }));
  return JSON.stringify({ read, likely: numbers?.[`jdg_${name}`]?.likely.value });
}
