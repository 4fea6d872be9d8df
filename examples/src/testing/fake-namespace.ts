import { invalid, Problem } from '@app/problem';
import { OutcomesBody } from '@app/contracts/calibration';
import { GroupBody, QueryBody, SubscriptionBody, UpsertOperation } from '@app/contracts/documents';
import { JudgmentCreateBody } from '@app/contracts/judgments';
import { maxAheadMs } from '@app/definition';

type Json = Record<string, unknown>;

interface Stored {
  operation: UpsertOperation;
  version: number;
  /** Judgments that have answered. */
  answered: Set<string>;
}

const name = /^[A-Za-z0-9_-]{1,128}$/;
const dated = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What a namespace does with the bodies that the loader sends; judges a document only once a write came after it. */
export class FakeNamespace {
  readonly createdAt = new Date().toISOString();
  readonly documents = new Map<string, Stored>();
  readonly judgments = new Map<string, JudgmentCreateBody>();
  readonly outcomes = new Map<string, unknown>();
  readonly groups = new Map<string, GroupBody>();
  readonly subscriptions = new Map<string, SubscriptionBody>();
  private version = 0;

  /** @param answerOf what the engine says of a document, beside its status */
  constructor(private readonly answerOf: (document: string, judgment: JudgmentCreateBody) => Json) {}

  create(body: JudgmentCreateBody): Json {
    for (const member of ['question', 'type', 'context', 'engine'] as const) {
      if (body[member] === undefined) throw invalid('missing_field', `/${member}`, `\`${member}\` is required.`);
    }
    if (body.type === 'choice' && !(Array.isArray(body.options) && body.options.length >= 2)) {
      throw invalid('bad_type', '/options', 'A choice needs options.');
    }
    const values = body.levels?.map(({ value }) => value) ?? [];
    if ((body.type === 'score') !== values.length > 0 || values.some((value, i) => i > 0 && value <= values[i - 1])) {
      throw invalid('bad_type', '/levels', 'A score, and only a score, needs ascending levels.');
    }
    const known = this.judgments.has(body.name);
    if (!known) this.judgments.set(body.name, body);
    return { status: known ? 'unchanged' : 'created', judgment: { name: body.name }, version: 1, warnings: [] };
  }

  subscribe(key: string, body: SubscriptionBody): Json {
    for (const path of Object.keys(body.filter)) {
      const named = /^answers\.([^.]+)\./.exec(path);
      if (named && !this.judgments.has(named[1])) throw invalid('unknown_path', '/filter', `There is no ${named[1]}.`);
    }
    this.subscriptions.set(key, body);
    return { name: key, ...body };
  }

  group(key: string, body: GroupBody): Json {
    for (const { path = '' } of Object.values(body.aggregates)) {
      const named = /^answers\.([^.]+)\./.exec(path);
      if (named && !this.judgments.has(named[1]))
        throw invalid('unknown_path', '/aggregates', `There is no ${named[1]}.`);
    }
    this.groups.set(key, body);
    return { name: key, ...body, status: 'building' };
  }

  /** Documents by key, counted at once; every aggregate is the number of documents. */
  counted(name: string): Json {
    const group = this.groups.get(name);
    if (!group) throw new Problem('not_found', `There is no group ${name}.`);
    const counts = new Map<unknown, number>();
    for (const { operation } of this.documents.values()) {
      const key = this.attribute(operation, group.key);
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const values = [...counts].map(([key, documents]) => {
      const aggregates = Object.fromEntries(Object.keys(group.aggregates).map((one) => [one, documents]));
      return { key, documents, stale: 0, aggregates };
    });
    return { name, ...group, status: 'ready', as_of: new Date(Date.now() + 1_000).toISOString(), values };
  }

  get(ids: string[]): Json {
    const found = ids.flatMap((id) => this.documents.get(id) ?? []);
    const missing = ids.filter((id) => !this.documents.has(id));
    return { documents: found.map(({ operation: { id, state } }) => ({ id, state })), missing, remaining: [] };
  }

  write(operations: UpsertOperation[]): Json {
    for (const [index, { attributes, created_at: at }] of operations.entries()) {
      const path = `/upsert/${index}`;
      if (at !== undefined && (!dated.test(at) || Date.parse(at) > Date.now() + maxAheadMs)) {
        throw invalid('bad_timestamp', `${path}/created_at`, '`created_at` lies more than five minutes ahead.');
      }
      for (const [key, value] of Object.entries(attributes ?? {})) {
        const fits = value === null || ['string', 'number', 'boolean'].includes(typeof value);
        if (!name.test(key) || !fits)
          throw invalid('bad_type', `${path}/attributes/${key}`, `\`${key}\` does not fit.`);
      }
    }
    let unchanged = 0;
    for (const operation of operations) {
      const before = this.documents.get(operation.id);
      if (before && JSON.stringify(before.operation) === JSON.stringify(operation)) unchanged += 1;
      else this.documents.set(operation.id, this.judged({ operation, version: ++this.version, answered: new Set() }));
    }
    const documents = operations.map(({ id }) => ({ id, version: this.documents.get(id)?.version }));
    return { upserted: operations.length - unchanged, unchanged, documents };
  }

  private judged(stored: Stored): Stored {
    for (const [key, judgment] of this.judgments) if (this.applies(judgment, stored)) stored.answered.add(key);
    return stored;
  }

  private applies(judgment: JudgmentCreateBody, { operation }: Stored): boolean {
    const wanted = Object.entries(judgment.applies_to ?? {});
    return wanted.every(([path, value]) => this.attribute(operation, path) === value);
  }

  private attribute(operation: UpsertOperation, path: string): unknown {
    if (!path.startsWith('attributes.'))
      throw invalid('unknown_path', '/filter', `${path} is not a path of this fake.`);
    return Object.entries(operation.attributes ?? {}).find(([key]) => `attributes.${key}` === path)?.[1];
  }

  private statusOf(stored: Stored, key: string): string {
    const judgment = this.judgments.get(key);
    if (!judgment) throw invalid('unknown_path', '/filter', `There is no judgment ${key}.`);
    if (!this.applies(judgment, stored)) return 'missing';
    return stored.answered.has(key) ? 'fresh' : 'unavailable';
  }

  private passes(stored: Stored, filter: object): boolean {
    return Object.entries(filter).every(([path, condition]) => {
      const status = /^answers\.([^.]+)\.status$/.exec(path);
      const actual = status ? this.statusOf(stored, status[1]) : this.attribute(stored.operation, path);
      return typeof condition === 'object' ? condition.in.includes(actual) : actual === condition;
    });
  }

  query({ filter = {}, limit = 100, cursor = '', judgments = [], include, count }: QueryBody): Json {
    const all = [...this.documents.values()].filter((stored) => this.passes(stored, filter));
    const later = all
      .filter(({ operation }) => operation.id > cursor)
      .sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
    const page = later.slice(0, limit);
    const documents = page.map((stored) => {
      const keys = judgments.filter((key) => this.statusOf(stored, key) !== 'missing');
      const answers = Object.fromEntries(keys.map((key) => [key, this.answer(stored, key)]));
      return { id: stored.operation.id, version: stored.version, ...(include?.includes('answers') ? { answers } : {}) };
    });
    const next = later.length > limit ? (page.at(-1)?.operation.id ?? null) : null;
    return { documents, next_cursor: next, stale_count: 0, ...(count ? { count: all.length } : {}) };
  }

  private answer(stored: Stored, key: string): Json {
    const judgment = this.judgments.get(key);
    const status = this.statusOf(stored, key);
    return { status, ...(judgment && status === 'fresh' ? this.answerOf(stored.operation.id, judgment) : {}) };
  }

  judge(key: string, ids: string[]): Json {
    for (const id of ids) this.documents.get(id)?.answered.add(key);
    return { documents: ids.map((id) => ({ id })), usage: {} };
  }

  post(key: string, { outcomes }: OutcomesBody): Json {
    for (const outcome of outcomes) {
      const stored = this.documents.get(outcome.document);
      if (!stored || this.statusOf(stored, key) !== 'fresh') {
        throw new Problem('conflict', `${outcome.document} has an outcome before it was judged.`);
      }
      if ((outcome.value === undefined) === (outcome.escape === undefined) || outcome.as_of !== 'latest') {
        throw invalid('bad_bounds', '/outcomes', 'One of value and escape, as of the latest answer.');
      }
      this.outcomes.set(`${key} ${outcome.document}`, outcome.escape ? 'escape' : outcome.value);
    }
    return { recorded: outcomes.length, replaced: 0, unchanged: 0, matched: outcomes.length, unmatched: [] };
  }
}
