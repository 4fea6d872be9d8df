import { eventually } from '@app/testing/stack';
import { DashboardRoom } from '../browser/dashboard-room';
import { LabelledJudgment } from './alternatives';
import { Scenario } from './scenario';

/** What somebody looks at and changes in the dashboard. */
export interface ShownJudgments {
  /** Two orders, a group of their carriers, and a template over it. */
  scenario: Scenario;
  /** An order whose answer has read of the courier at whom it points. */
  related: Scenario;
  /** A judgment with enough labels to compare another wording on. */
  labelled: LabelledJudgment;
}

/** Writes the documents, judgments, groups and labels that the dashboard shows. */
export async function arrangeShownJudgments(room: DashboardRoom): Promise<ShownJudgments> {
  const scenario = new Scenario(room.stack, 'desk', room.key);
  await scenario.upsert('o1', { note: 'delivery overdue since Monday', events: ['shipped'] }, { carrier: 'courier' });
  await scenario.upsert('o2', { note: 'arrived', events: [] }, { carrier: 'post' });
  const aggregates = { notes: { aggregate: 'count', path: 'state.note' } };
  await scenario.ok('PUT', '/groups/carriers', { key: 'attributes.carrier', aggregates });
  const inherited = { name: 'angry', type: 'bool', question: 'Angry?', context: { fields: ['state.note'] } };
  const templates = `/namespaces/${encodeURIComponent(`${scenario.namespace}/*`)}/judgments`;
  await room.stack.api('POST', templates, inherited, { key: room.key });
  // A create that takes long goes on as a job.
  await eventually(async () => {
    const { status } = await room.stack.api('GET', `${templates}/angry`, undefined, { key: room.key });
    expect(status).toBe(200);
  }, 30_000);
  const tenant = `/namespaces/${encodeURIComponent(`${scenario.namespace}/t1`)}/documents`;
  await room.stack.api('POST', tenant, { upsert: [{ id: 'o1', state: { note: 'hello' } }] }, { key: room.key });
  // An order points at its courier, so that its page shows what the answer read of it.
  const related = new Scenario(room.stack, 'related', room.key);
  await related.upsert('courier', { note: 'strike on Monday' });
  await related.upsert('o1', { note: 'overdue' }, { carrier: 'courier' });
  const courier = { join: { theirs: 'id', mine: 'attributes.carrier' }, fields: ['state.note'] };
  const context = { fields: ['state.note'], related: { courier } };
  await related.judgment({ ...inherited, name: 'held_up', context, freshness: { policy: 'manual' } });
  await related.ok('POST', '/judgments/held_up/judge', { documents: ['o1'] });
  const prefix = `/namespaces/${encodeURIComponent(`${scenario.namespace}/*`)}`;
  const put = (path: string, body: object) => room.stack.api('PUT', `${prefix}${path}`, body, { key: room.key });
  await put('/groups/carriers', { key: 'attributes.carrier', aggregates });
  const bands = { carriers: { notes: [10, 100] } };
  const summary = await put('/summary', { into: related.namespace, groups: ['carriers'], bands });
  if (summary.status >= 300) throw new Error(`The summary answered ${summary.status} ${summary.text}`);
  const labelled = new LabelledJudgment(new Scenario(room.stack, 'compared', room.key), 60);
  await labelled.arrange();
  return { scenario, related, labelled };
}
