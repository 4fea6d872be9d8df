import type { AnswerView, DocumentChanged, JudgmentSnapshot, UpsertOperation } from '@app/contracts/documents';
import type { FanoutScope } from '@app/definition';
import { readWatermark } from '../../internal-read/watermark.store';
import { DocumentsHarness } from '../../testing/documents-harness';
import { aPointer, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const customer = ({ attributes = {} }: Pick<UpsertOperation, 'attributes'>) => ({ customer: 'c1', ...attributes });

/** Orders of customers under one judgment, whose answers say which tier of their customer they were made of. */
export class ScopeRoom {
  private record = 0;
  private published = 0;

  constructor(
    private readonly harness: DocumentsHarness,
    private readonly org: string,
    /** The namespace of the orders. */
    readonly ns: string,
    private readonly others: Partial<JudgmentSnapshot> = {},
  ) {}

  /** The fan-out settings with a scope; null for none. */
  fanout(scope: FanoutScope | null, debounceMs = 0): Partial<JudgmentSnapshot> {
    return { fanout: { debounce_ms: debounceMs, max_wait_ms: debounceMs, ...(scope && { scope }) } };
  }

  /** Puts the judgment in force with a scope of its fan-outs. */
  async scope(scope: FanoutScope | null, others: Partial<JudgmentSnapshot> = {}, place = this.ns): Promise<void> {
    const column = {
      ...related(aPointer()),
      applies_to: { 'attributes.customer': { exists: true } },
      read_paths: ['state.note', 'attributes.customer'],
      ...this.others,
    };
    await this.harness.putJudgment(this.org, place, 'late', { ...column, ...this.fanout(scope), ...others });
  }

  /** Gives the namespace a scope of its own; undefined takes its override away. */
  override(scope: FanoutScope | null | undefined): Promise<void> {
    const overrides = scope === undefined ? [] : ['freshness'];
    const column = {
      ...this.others,
      kind: 'override' as const,
      overrides,
      thresholds: null,
      edges: [],
      read_paths: [],
    };
    const fanout = this.fanout(scope ?? null);
    return this.harness.putJudgment(this.org, this.ns, 'late', { ...column, ...fanout, archived: scope === undefined });
  }

  order(id: string, open: boolean, others: Partial<UpsertOperation> = {}) {
    const attributes = { ...customer(others), ...others.attributes, open };
    return this.write({ id, state: { note: id }, ...others, attributes });
  }

  tier(value: string, id = 'c1') {
    return this.write({ id, state: { tier: value } });
  }

  write(...upsert: UpsertOperation[]) {
    return this.harness.write(this.org, this.ns, { upsert });
  }

  patch(id: string, attributes: Record<string, unknown>) {
    return this.harness.write(this.org, this.ns, { patch: [{ id, attributes }] });
  }

  /** Has fan-outs walk to their ends. */
  async fanOut(): Promise<void> {
    await this.harness.drainRelated();
    do await this.harness.database.query('update fanout_walk set lease_until = null');
    while (await this.harness.fanouts.turn());
  }

  /** Has walks after changes of a scope, and of names, walk to their ends. */
  async walk(): Promise<void> {
    while (await this.harness.readers.turn());
  }

  /** Reads documents with their customers in one snapshot, as judging does. @returns records the answers */
  async fetch(ids: readonly string[]): Promise<() => Promise<void>> {
    const watermark = (await readWatermark(this.harness.database)).toISOString();
    const { rows } = await this.harness.database.query<{ id: string; wanted: string; tier: string | null }>(
      `select d.id, coalesce(a.wanted, d.version) as wanted, t.state ->> 'tier' as tier
       from namespace n join document d on d.namespace_id = n.id and d.id = any($3::text[])
         left join answer a on a.namespace_id = n.id and a.document_id = d.id and a.judgment_id = 'jdg_late'
         left join document t on t.namespace_id = n.id and t.id = d.attributes ->> 'customer'
       where n.organization = $1 and n.name = $2`,
      [this.org, this.ns, ids],
    );
    return async () => {
      const answers = rows.map(({ id, wanted, tier: value }) => {
        const [record, seen] = [(this.record += 1), Number(wanted)];
        return anAnswer(id, 'late', {
          record,
          answer_id: `ans_${record}`,
          document_version: seen,
          seen,
          value,
          watermark,
        });
      });
      if (answers.length > 0) await this.harness.applyAnswers(this.org, this.ns, answers);
    };
  }

  async judge(...ids: string[]): Promise<void> {
    // A watermark of the moment of a change may lack it.
    await this.harness.database.query('select pg_sleep(0.002)');
    await (
      await this.fetch(ids)
    )();
  }

  async answer(id: string): Promise<AnswerView> {
    return (await this.harness.read(this.org, this.ns, [id])).documents[0].answers!['late'];
  }

  /** The reasons why answers are stale; `fresh`, `pending` or `unavailable` otherwise. */
  async statuses(...ids: string[]): Promise<string[]> {
    const { documents } = await this.harness.read(this.org, this.ns, ids);
    return documents.map(({ answers }) => answers!['late'].stale_reason ?? answers!['late'].status);
  }

  /** The documents whose answer a query calls stale. */
  async stale(): Promise<string[]> {
    const filter = { 'answers.late.stale_reason': 'related_changed' };
    return (await this.harness.query(this.org, this.ns, { filter, include: [] })).documents.map(({ id }) => id).sort();
  }

  /** What judgments was notified of since the last call. */
  async told(): Promise<DocumentChanged[]> {
    const all = await this.harness.published<DocumentChanged>(this.org, 'documents.document.changed.%');
    const own = all.filter(({ namespace }) => namespace === this.ns);
    const told = own.slice(this.published);
    this.published = own.length;
    return told;
  }

  /** Ids of the documents of these facts. */
  async toldIds(): Promise<string[]> {
    const told = await this.told();
    return [...new Set(told.flatMap(({ documents }) => documents.map(({ id }) => id)))].sort();
  }
}
