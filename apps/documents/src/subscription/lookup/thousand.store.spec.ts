import { SubscriptionBody } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { countEvaluations, raisedMoves } from '../../testing/subscriptions';

let harness: DocumentsHarness;
const org = 'org_thousand';
const rounds = 80;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** Inserts a thousand subscriptions with one statement. */
async function subscribeAll(namespace: string, bodies: SubscriptionBody[]): Promise<void> {
  await harness.write(org, namespace, { upsert: [{ id: 'first' }] });
  await harness.database.query(
    `insert into subscription (organization, scope, namespace_id, name, filter, events, include, initial)
     select $1, $2, (select id from namespace where organization = $1 and name = $2), 's' || n, f, '{entered,exited}', '{}', 'silent'
     from unnest($3::jsonb[]) with ordinality x(f, n)`,
    [org, namespace, bodies.map(({ filter }) => JSON.stringify(filter))],
  );
  await harness.database.query(
    `insert into column_revision as c values ($1, 1) on conflict (organization) do update set revision = c.revision + 1`,
    [org],
  );
}

/** CPU time of this process for a number of writes, in milliseconds. */
async function cpuOf(namespace: string, round: string): Promise<number> {
  const begun = process.cpuUsage();
  for (let n = 0; n < rounds; n++) {
    await harness.write(org, namespace, {
      upsert: [{ id: 'd', attributes: { other: `${round}${n}` }, state: { note: n } }],
    });
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

describe('a thousand subscriptions', () => {
  it('cost a write only the evaluation of those whose paths and values it changes [SUB-12]', async () => {
    const ns = 'k/values';
    await subscribeAll(
      ns,
      Array.from({ length: 1000 }, (_, n) => ({
        filter: { 'attributes.customer': `c${n}`, 'attributes.heat': { gte: 10 } },
      })),
    );
    const count = async (write: object) => {
      const before = await countEvaluations(harness, 'document');
      await harness.write(org, ns, write);
      return (await countEvaluations(harness, 'document')) - before;
    };
    expect(await count({ upsert: [{ id: 'd', attributes: { customer: 'c7', heat: 1 } }] })).toBe(1);
    expect(await count({ patch: [{ id: 'd', state: { note: 'x' } }] })).toBe(0);
    expect(await count({ patch: [{ id: 'd', attributes: { heat: 20 } }] })).toBe(1);
    expect(await count({ patch: [{ id: 'd', attributes: { customer: 'c8' } }] })).toBe(2);
    expect(await count({ upsert: [{ id: 'stranger', attributes: { customer: 'nobody', heat: 99 } }] })).toBe(0);
    const events = (await raisedMoves(harness, org, ns)).map(({ type, subscription }) => `${type} ${subscription}`);
    expect(events.slice(0, 1)).toEqual(['entered s8']);
    expect(new Set(events.slice(1))).toEqual(new Set(['exited s8', 'entered s9']));
  });

  it('cost an answer only the evaluation of those that read its judgment and whose demand the document meets [SUB-12]', async () => {
    const ns = 'k/answers';
    await harness.putJudgment(org, ns, 'mood');
    await harness.putJudgment(org, ns, 'risk');
    await subscribeAll(
      ns,
      Array.from({ length: 1000 }, (_, n) => ({
        filter: { 'attributes.customer': `c${n}`, [`answers.${n % 2 ? 'mood' : 'risk'}.p`]: { gte: 0.4 } },
      })),
    );
    const { documents } = await harness.write(org, ns, { upsert: [{ id: 'd', attributes: { customer: 'c7' } }] });
    const before = await countEvaluations(harness);
    const version = { document_version: documents[0].version, seen: documents[0].version };
    await harness.applyAnswers(org, ns, [anAnswer('d', 'risk', version)]);
    expect((await countEvaluations(harness)) - before).toBe(0);
    await harness.applyAnswers(org, ns, [anAnswer('d', 'mood', version)]);
    expect((await countEvaluations(harness)) - before).toBe(1);
    expect((await raisedMoves(harness, org, ns)).map(({ subscription }) => subscription)).toEqual(['s8']);
  });

  it('add hardly any CPU time to a write that concerns none of them', async () => {
    await harness.write(org, 'k/none', { upsert: [{ id: 'd', attributes: { other: '' }, state: { note: 0 } }] });
    await harness.write(org, 'k/values', { upsert: [{ id: 'd', attributes: { other: '' }, state: { note: 0 } }] });
    const ratios: number[] = [];
    await cpuOf('k/none', 'warm');
    await cpuOf('k/values', 'warm');
    for (let round = 0; round < 5; round++) {
      // The order changes with each round, so that neither is always first.
      const places = round % 2 === 0 ? ['k/none', 'k/values'] : ['k/values', 'k/none'];
      const cpu = new Map<string, number>();
      for (const place of places) cpu.set(place, await cpuOf(place, `${round}`));
      ratios.push(cpu.get('k/values')! / cpu.get('k/none')!);
    }
    ratios.sort((a, b) => a - b);
    // Measured: a median of 1.0 between 0.8 and 1.4. The bound allows for a busy machine.
    expect(ratios[2]).toBeLessThan(2);
  }, 120_000);
});
