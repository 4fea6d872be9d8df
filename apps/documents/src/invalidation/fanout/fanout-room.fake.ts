import { DocumentChanged, UpsertOperation } from '@app/contracts/documents';
import { DocumentsHarness } from '../../testing/documents-harness';
import { aPointer, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

/** Documents of an organization that point at others: they are written, judged, and walked over. */
export class FanoutRoom {
  private record = 10;

  constructor(
    private readonly harness: DocumentsHarness,
    private readonly org: string,
  ) {}

  async status(ns: string, id: string, name = 'late'): Promise<string> {
    const [{ answers }] = await this.read(ns, [id]);
    const { status, stale_reason } = answers![name];
    return stale_reason ?? status;
  }

  async read(ns: string, ids: string[]) {
    return (await this.harness.read(this.org, ns, ids)).documents;
  }

  async facts(ns: string): Promise<DocumentChanged[]> {
    const all = await this.harness.published<DocumentChanged>(this.org, 'documents.document.changed.bulk.v1');
    return all.filter(({ namespace }) => namespace === ns);
  }

  /** Documents that facts name, in the order in which these were published. */
  async touched(ns: string): Promise<string[]> {
    return (await this.facts(ns)).flatMap(({ documents }) => documents.map(({ id }) => id));
  }

  /** How many answers wait for a related change. */
  async stale(ns: string) {
    const filter = { 'answers.late.stale_reason': 'related_changed' };
    return (await this.harness.query(this.org, ns, { filter, count: true, limit: 1, include: [] })).count;
  }

  /** Everything that is due, without the rests between chunks. @returns turns */
  async walkAll(): Promise<number> {
    let turns = 0;
    for (;;) {
      await this.harness.database.query('update fanout_walk set lease_until = null');
      if (!(await this.harness.fanouts.turn())) return turns;
      turns += 1;
    }
  }

  /** Answers of the documents that have seen all their changes. */
  async judge(ns: string, ids: string[], name = 'late'): Promise<void> {
    this.record += 1;
    const { rows } = await this.harness.database.query<{ document_id: string; wanted: string }>(
      `select document_id, wanted from answer where judgment_id = $1 and document_id = any($2::text[])
         and namespace_id = (select id from namespace where name = $3)`,
      [`jdg_${name}`, ids, ns],
    );
    const answers = rows.map(({ document_id: id, wanted }) =>
      anAnswer(id, name, { record: this.record, document_version: Number(wanted), seen: Number(wanted) }),
    );
    await this.harness.applyAnswers(this.org, ns, answers);
  }

  /** Orders of one customer, judged. @returns their ids */
  async orders(ns: string, count: number, others: Partial<UpsertOperation> = {}): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, n) => `o${String(n).padStart(4, '0')}`);
    for (let at = 0; at < ids.length; at += 500) {
      const part = ids.slice(at, at + 500);
      const attributes = { customer: 'c1' };
      const upsert = part.map((id) => ({ id, attributes, state: { note: id }, ...others }));
      await this.harness.write(this.org, ns, { upsert });
      await this.judge(ns, part);
    }
    return ids;
  }

  tier(ns: string, value: string) {
    return this.harness.write(this.org, ns, { upsert: [{ id: 'c1', state: { tier: value } }] });
  }

  /** Orders of many customers, each with a few, and a change of all customers that waits for its walks. */
  async manyCustomers(ns: string, customers: number, each: number, ...names: string[]): Promise<string[]> {
    for (const name of names) await this.harness.putJudgment(this.org, ns, name, related(aPointer()));
    const upsert = Array.from({ length: customers * each }, (_, n) => ({
      id: `o${String(n).padStart(4, '0')}`,
      attributes: { customer: `c${n % customers}` },
      state: { note: 'n' },
    }));
    await this.harness.write(this.org, ns, { upsert });
    const ids = upsert.map(({ id }) => id);
    for (const name of names) await this.judge(ns, ids, name);
    const all = Array.from({ length: customers }, (_, n) => ({ id: `c${n}`, state: { tier: 'lead' } }));
    await this.harness.write(this.org, ns, { upsert: all });
    await this.harness.drainRelated();
    return ids;
  }
}
