import { Database, Vault, newId } from '@app/persistence';
import { openFreshDatabase, testMasterKey } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { fingerprintOf } from './fingerprint';
import {
  Claim,
  ClaimAttempt,
  claimRequest,
  claimTogether,
  dropClaim,
  releaseClaim,
  sweepClaims,
} from './idempotency.store';
import { keepResponses } from './kept-response.store';

const body = Buffer.from('{"pinned":true}');
const identify = (method: string, target: string, sent: Buffer): Buffer =>
  fingerprintOf({ method, target, body: sent });
const fingerprint = identify('PATCH', '/v1/namespaces/a', body);

const claimOf = (attempt: ClaimAttempt): Claim => {
  if (attempt.kind !== 'run') throw new Error(`expected to run, got ${attempt.kind}`);
  return attempt.claim;
};

describe('a keyed request', () => {
  let database: Database;
  let turn = 0;
  let key: string;
  const vault = new Vault(testMasterKey);
  const admit = (sent = fingerprint, organization = 'org_1') =>
    claimRequest(database, vault, { organization, key, fingerprint: sent, claimId: newId('clm') });
  const keep = (claim: Claim, status: number, text: Buffer) =>
    keepResponses(database, vault, [{ claim, status, body: text }]);
  const age = (interval: string) =>
    database.query(
      `update idempotency set lease_until = lease_until - $1::interval, committed_at = committed_at - $1::interval where key = $2`,
      [interval, key],
    );

  beforeAll(async () => {
    database = await openFreshDatabase(gatewaySchema);
  });
  afterAll(() => database.close());
  beforeEach(() => (key = `k${++turn}`));

  it('replays a success verbatim for 24 hours after its commit, then runs again [IDEM-01]', async () => {
    const claim = claimOf(await admit());
    await keep(claim, 201, Buffer.from('{"é":1}'));
    const replay = await admit();
    expect(replay).toMatchObject({ kind: 'replay', response: { status: 201 } });
    expect(replay.kind === 'replay' && replay.response.body.toString()).toBe('{"é":1}');
    await age('23 hours 59 minutes 59 seconds');
    expect((await admit()).kind).toBe('replay');
    await age('2 seconds');
    const again = await admit();
    expect(claimOf(again).effectId).not.toBe(claim.effectId);
  });

  it('belongs to the organization, not to the key of the API [IDEM-02]', async () => {
    await keep(claimOf(await admit()), 200, body);
    expect((await admit(fingerprint, 'org_1')).kind).toBe('replay');
    expect((await admit(fingerprint, 'org_2')).kind).toBe('run');
  });

  it('runs the retry of a failed request as a new one [IDEM-03]', async () => {
    const claim = claimOf(await admit());
    await dropClaim(database, claim);
    expect(claimOf(await admit()).effectId).not.toBe(claim.effectId);
  });

  it('refuses another method, path, query or body, while the first runs and while its response is kept [IDEM-04]', async () => {
    const others = [
      identify('POST', '/v1/namespaces/a', body),
      identify('PATCH', '/v1/namespaces/b', body),
      identify('PATCH', '/v1/namespaces/a?x=1', body),
      identify('PATCH', '/v1/namespaces/a', Buffer.from('{"pinned": true}')),
    ];
    const claim = claimOf(await admit());
    for (const other of others) expect((await admit(other)).kind).toBe('reused');
    await keep(claim, 200, body);
    for (const other of others) expect((await admit(other)).kind).toBe('reused');
  });

  it('lets one of fifty concurrent attempts run and answers the others `running` [IDEM-05]', async () => {
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
    await releaseClaim(database, claim);
    expect(claimOf(await admit())).toEqual(claim);
  });

  it('gives a different request a claim of its own when no attempt runs and no response is kept', async () => {
    const claim = claimOf(await admit());
    await releaseClaim(database, claim);
    const other = claimOf(await admit(identify('POST', '/v1/x', body)));
    expect(other.effectId).not.toBe(claim.effectId);
    // The first request may no longer write into the row, which is another's now.
    await keep(claim, 200, body);
    expect((await admit(identify('POST', '/v1/x', body))).kind).toBe('running');
  });

  it('keeps its response sealed [IDEM-09]', async () => {
    await keep(claimOf(await admit()), 201, Buffer.from('{"secret":"whsec_plain"}'));
    const { rows } = await database.query<{ response: Buffer }>('select response from idempotency where key = $1', [
      key,
    ]);
    expect(rows[0].response.includes('whsec_plain')).toBe(false);
  });

  it('finds its own claim when the answer to its first statement was lost [IDEM-01]', async () => {
    const attempt = { organization: 'org_1', key, fingerprint, claimId: newId('clm') };
    const claim = claimOf(await claimRequest(database, vault, attempt));
    expect(claimOf(await claimRequest(database, vault, attempt))).toEqual(claim);
    expect((await admit()).kind).toBe('running');
  });

  it('gets its own outcome among those that share its statement [IDEM-01] [IDEM-02] [IDEM-04] [IDEM-05]', async () => {
    const other = identify('PATCH', '/v1/namespaces/other', body);
    const attempt = (name: string, sent = fingerprint, organization = 'org_1') => ({
      organization,
      key: `${key} ${name}`,
      fingerprint: sent,
      claimId: newId('clm'),
    });
    const earlier = ['replay', 'large', 'running', 'reused'].map((name) => attempt(name));
    const [replay, large] = (await claimTogether(database, vault, earlier, 1000)).map((outcome) => claimOf(outcome!));
    await keepResponses(database, vault, [
      { claim: replay, status: 200, body: Buffer.from('small') },
      { claim: large, status: 200, body: Buffer.alloc(2000) },
    ]);
    const asked = [
      attempt('new'),
      attempt('replay'),
      attempt('large'),
      attempt('running'),
      attempt('reused', other),
      attempt('new', other),
      attempt('new'),
      attempt('replay', fingerprint, 'org_2'),
    ];
    const outcomes = await claimTogether(database, vault, asked, 1000);
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual([
      'run',
      'replay',
      undefined,
      'running',
      'reused',
      'reused',
      'running',
      'run',
    ]);
    expect(outcomes[1]).toMatchObject({ response: { status: 200, body: Buffer.from('small') } });
    expect(claimOf(outcomes[0]!)).toEqual({ organization: 'org_1', key: `${key} new`, effectId: asked[0].claimId });
    expect(claimOf(outcomes[7]!)).toMatchObject({ organization: 'org_2', effectId: asked[7].claimId });
  });

  it('is deleted when it can no longer be replayed', async () => {
    await keep(claimOf(await admit()), 200, body);
    expect(await sweepClaims(database)).toBe(0);
    await age('26 hours');
    expect(await sweepClaims(database)).toBe(1);
  });
});
