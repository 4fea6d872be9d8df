import { eventually } from '@app/testing/stack';
import { burst } from './burst';
import { draftsRow, sendDrafts } from './drafts';
import { Row, Seen } from './row';
import { send } from './send';
import { Stage } from './stage';
import { cases } from '../fixtures/bad-inputs.json';

/** Sends a row in the situation that its `setup` names; rows without one are sent as they are. */
export async function sendArranged(row: Row, stage: Stage): Promise<Seen> {
  const { stack, keys } = stage;
  const pin = (idempotencyKey: string) =>
    stack.api(
      'PATCH',
      '/namespaces/acme%2Fprod',
      { pinned: true },
      { key: keys.rw_org, headers: { 'Idempotency-Key': idempotencyKey } },
    );
  const setup = row.setup ?? '';
  if (setup.includes('Idempotency-Key k1 answered 200')) {
    const first = await pin('k1');
    if (first.status !== 200) throw new Error(`The first request with k1 answered ${first.status} ${first.text}`);
    return send(row, stage);
  }
  if (setup === 'the first request with k2 is held inside its handler') {
    // A key of its own: what the row before left under k2 would be replayed.
    const key = `k2-${row.id}`;
    const own = { ...row, headers: { ...row.headers, 'Idempotency-Key': key } };
    let first: Promise<unknown> = Promise.resolve();
    const seen = await stack.holding('lock table documents.namespace in exclusive mode', async () => {
      first = pin(key);
      await untilRunning(stage, key);
      return send(own, stage);
    });
    await first;
    return seen;
  }
  if (draftsRow(row)) return sendDrafts(row, stage);
  if (setup === 'Developer plan with 2 endpoints')
    return send(row, { ...stage, keys: { rw_org: stage.developer.full } });
  if (setup.startsWith('Developer plan with 0 endpoints')) return sendParallel(row, stage);
  if (setup.startsWith('burst of')) return sendAfterBurst(row, stage);
  if (isHeld(row)) return sendHeld(row, stage);
  if (setup === 'fault injected in the store') {
    await stack.sql('alter table judgments.judgment rename to judgment_away');
    try {
      return await send(row, stage);
    } finally {
      await stack.sql('alter table judgments.judgment_away rename to judgment');
    }
  }
  return send(row, stage);
}

/** Rows whose route is stopped at the end of its time, which takes seconds: what one of them asks waits until then. */
export function isHeld({ setup = '' }: Row): boolean {
  return setup === 'handler held 36 s' || setup.startsWith('queue held');
}

/** All such rows wait beside each other: the first that is sent sends the others too, and each reply is given out once. */
async function sendHeld(row: Row, stage: Stage): Promise<Seen> {
  const { stack, held } = stage;
  if (!held.has(row.id)) {
    // The jobs too: else the change would be left to one, which is no refusal.
    const both = 'lock table judgments.judgment, judgments.job in access exclusive mode';
    const rows = (cases as unknown as Row[]).filter(isHeld);
    const replies = await stack.holding(both, () => Promise.all(rows.map((one) => send(one, stage))));
    rows.forEach(({ id }, at) => held.set(id, replies[at]));
  }
  const seen = held.get(row.id)!;
  held.delete(row.id);
  return seen;
}

/** The row of an admitted key is the one sign that the first request is inside. */
async function untilRunning({ stack }: Stage, key: string): Promise<void> {
  await eventually(async () => {
    const found = await stack.sql('select from gateway.idempotency where key = $1', [key]);
    if (found.length === 0) throw new Error(`The first request with ${key} was never admitted.`);
  });
}

/** Ten creates at once; what is seen is a refused one, and exactly as many as the plan allows succeed. */
async function sendParallel(row: Row, stage: Stage): Promise<Seen> {
  const own = { ...stage, keys: { rw_org: stage.developer.empty } };
  const all = await Promise.all(Array.from({ length: 10 }, () => send(row, own)));
  const made = all.filter(({ status }) => status === 201).length;
  if (made !== row.expect.exact_successes) throw new Error(`${made} of ten creates succeeded.`);
  return all.find(({ status }) => status !== 201) ?? all[0];
}

/** Until one is refused, with a key that has the specification's limits. */
async function sendAfterBurst(row: Row, stage: Stage): Promise<Seen> {
  const { stack, keys } = stage;
  const own = { ...stage, keys: { rw_org: keys.lawful } };
  return eventually(async () => {
    const [, during] = await Promise.all([burst(stack.baseUrls[0], keys.lawful), send(row, own)]);
    const seen = during.status === 429 ? during : await send(row, own);
    if (seen.status !== 429) throw new Error(`A burst was let in whole: ${seen.status} ${seen.text}`);
    return seen;
  }, 30_000);
}
