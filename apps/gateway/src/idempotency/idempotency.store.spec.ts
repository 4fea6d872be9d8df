import { Database, Vault } from '@app/persistence';
import { openFreshDatabase, testMasterKey } from '@app/testing';
import { gatewaySchema } from '../app.schema';
import { fingerprintOf } from './fingerprint';
import { ClaimAttempt, Claim, IdempotencyStore } from './idempotency.store';

const body = Buffer.from('{"pinned":true}');
const print = fingerprintOf('PATCH', '/v1/namespaces/a', body);

const claimOf = (admission: ClaimAttempt): Claim => {
  if (admission.kind !== 'run') throw new Error(`expected to run, got ${admission.kind}`);
  return admission.claim;
};

describe('records of keyed requests', () => {
  let database: Database;
  let store: IdempotencyStore;
  let turn = 0;
  let key: string;
  const admit = (fingerprint = print, organization = 'org_1') => store.admit(organization, key, fingerprint);
  const age = (interval: string) =>
    database.query(
      `update idempotency set lease_until = lease_until - $1::interval, committed_at = committed_at - $1::interval where key = $2`,
      [interval, key],
    );

  beforeAll(async () => {
    database = await openFreshDatabase(gatewaySchema);
    store = new IdempotencyStore(database, new Vault(testMasterKey));
  });
  afterAll(() => database.close());
  beforeEach(() => (key = `k${++turn}`));

  it('replays a success verbatim for 24 hours of its commit, then runs anew [IDEM-01]', async () => {
    const claim = claimOf(await admit());
    await store.keep(claim, 201, Buffer.from('{"é":1}'));
    const replay = await admit();
    expect(replay).toMatchObject({ kind: 'replay', response: { status: 201 } });
    expect(replay.kind === 'replay' && replay.response.body.toString()).toBe('{"é":1}');
    await age('23 hours 59 minutes 59 seconds');
    expect((await admit()).kind).toBe('replay');
    await age('2 seconds');
    const anew = await admit();
    expect(claimOf(anew).effectId).not.toBe(claim.effectId);
  });

  it('belongs to the organization, not to the key of the API [IDEM-02]', async () => {
    await store.keep(claimOf(await admit()), 200, body);
    expect((await admit(print, 'org_1')).kind).toBe('replay');
    expect((await admit(print, 'org_2')).kind).toBe('run');
  });

  it('runs the retry of a failed request anew [IDEM-03]', async () => {
    const claim = claimOf(await admit());
    await store.drop(claim);
    expect(claimOf(await admit()).effectId).not.toBe(claim.effectId);
  });

  it('refuses another method, path, query or body, while it runs and while it is kept [IDEM-04]', async () => {
    const others = [
      fingerprintOf('POST', '/v1/namespaces/a', body),
      fingerprintOf('PATCH', '/v1/namespaces/b', body),
      fingerprintOf('PATCH', '/v1/namespaces/a?x=1', body),
      fingerprintOf('PATCH', '/v1/namespaces/a', Buffer.from('{"pinned": true}')),
    ];
    const claim = claimOf(await admit());
    for (const other of others) expect((await admit(other)).kind).toBe('reused');
    await store.keep(claim, 200, body);
    for (const other of others) expect((await admit(other)).kind).toBe('reused');
  });

  it('lets one of fifty at once run, and tells the others that it runs [IDEM-05]', async () => {
    const kinds = (await Promise.all(Array.from({ length: 50 }, () => admit()))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'run')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'running')).toHaveLength(49);
  });

  it('keeps the claim id when the lease ran out or the outcome is unknown [IDEM-09]', async () => {
    const claim = claimOf(await admit());
    await age('39 seconds');
    expect((await admit()).kind).toBe('running');
    await age('2 seconds');
    expect(claimOf(await admit())).toEqual(claim);
    await store.release(claim);
    expect(claimOf(await admit())).toEqual(claim);
  });

  it('gives a different request a claim of its own once nothing runs and nothing is kept', async () => {
    const claim = claimOf(await admit());
    await store.release(claim);
    const other = claimOf(await admit(fingerprintOf('POST', '/v1/x', body)));
    expect(other.effectId).not.toBe(claim.effectId);
    // The first may no longer write into a record that is not its own.
    await store.keep(claim, 200, body);
    expect((await admit(fingerprintOf('POST', '/v1/x', body))).kind).toBe('running');
  });

  it('keeps responses sealed [IDEM-09]', async () => {
    await store.keep(claimOf(await admit()), 201, Buffer.from('{"secret":"whsec_plain"}'));
    const { rows } = await database.query<{ response: Buffer }>('select response from idempotency where key = $1', [
      key,
    ]);
    expect(rows[0].response.includes('whsec_plain')).toBe(false);
  });

  it('sweeps what can no longer be replayed', async () => {
    await store.keep(claimOf(await admit()), 200, body);
    expect(await store.sweep()).toBe(0);
    await age('26 hours');
    expect(await store.sweep()).toBe(1);
  });
});
