import { Database, Queryable, Vault } from '@app/persistence';
import { openFreshDatabase, testMasterKey } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { fingerprintOf } from './fingerprint';
import { Claim, ClaimAttempt } from './idempotency.store';
import { SharedClaims } from './shared-claims';

const organization = 'org_shared';
const fingerprint = fingerprintOf({ method: 'POST', target: '/v1/x', body: undefined });
const deadlineAtMs = Date.now() + 3_600_000;
const large = 200_000;

describe('keyed requests of one turn', () => {
  let database: Database;
  let statements: string[] = [];
  let turn = 0;
  let keys: string[];
  let counted: Queryable;
  let shared: SharedClaims;
  const vault = new Vault(testMasterKey);

  beforeAll(async () => {
    database = await openFreshDatabase(gatewaySchema);
    counted = {
      query: (statement, values) => {
        statements.push(typeof statement === 'string' ? statement : statement.name);
        return database.query(statement, values);
      },
    };
  });
  afterAll(() => database.close());
  beforeEach(() => {
    turn += 1;
    statements = [];
    keys = Array.from({ length: 32 }, (_, index) => `turn ${turn} key ${index}`);
    shared = new SharedClaims(counted, vault);
  });

  const claimAll = () => Promise.all(keys.map((key) => shared.claim({ organization, key }, fingerprint, deadlineAtMs)));
  const claimsOf = (outcomes: ClaimAttempt[]): Claim[] =>
    outcomes.flatMap((outcome) => (outcome.kind === 'run' ? [outcome.claim] : []));
  const keepAll = (claims: Claim[], bodyOf = (claim: Claim): Buffer => Buffer.from(claim.key)) =>
    Promise.all(claims.map((claim) => shared.keep({ claim, status: 200, body: bodyOf(claim) }, deadlineAtMs)));
  /** How many transactions wrote the rows of this turn last. */
  const commits = async (): Promise<number> => {
    const { rows } = await database.query<{ commits: string }>(
      'select count(distinct xmin::text) as commits from idempotency where key = any($1)',
      [keys],
    );
    return Number(rows[0].commits);
  };

  it('are claimed by one commit and kept by another, and each is replayed with its own response [IDEM-01]', async () => {
    const claims = claimsOf(await claimAll());
    expect(claims.map(({ key }) => key)).toEqual(keys);
    expect(new Set(claims.map(({ effectId }) => effectId)).size).toBe(32);
    expect(await commits()).toBe(1);
    await keepAll(claims);
    expect(await commits()).toBe(1);
    expect(statements).toEqual(['idempotency-claim', 'idempotency-keep']);
    const replays = await claimAll();
    expect(replays.map((one) => one.kind === 'replay' && one.response.body.toString())).toEqual(keys);
    expect(statements).toEqual(['idempotency-claim', 'idempotency-keep', 'idempotency-claim', 'idempotency-find']);
  });

  it('keep and replay a large response by statements of its own [IDEM-01]', async () => {
    const claims = claimsOf(await claimAll());
    const bodyOf = ({ key }: Claim): Buffer => (key === keys[3] ? Buffer.alloc(large, 'x') : Buffer.from(key));
    await keepAll(claims, bodyOf);
    expect(statements.filter((name) => name === 'idempotency-keep')).toHaveLength(2);
    const replays = await claimAll();
    expect(replays.map((one) => one.kind === 'replay' && one.response.body.toString())).toEqual(
      claims.map((claim) => bodyOf(claim).toString()),
    );
  });

  it('lose no claim when the answer to their statement is lost [IDEM-01]', async () => {
    let isLost = false;
    shared = new SharedClaims(
      {
        query: async (statement, values) => {
          const result = await counted.query(statement, values);
          if (isLost) return result as never;
          isLost = true;
          throw new Error('Connection terminated unexpectedly');
        },
      },
      vault,
    );
    expect(claimsOf(await claimAll()).map(({ key }) => key)).toEqual(keys);
    expect((await claimAll()).every(({ kind }) => kind === 'running')).toBe(true);
  });

  it('keep nothing under a claim that another request has taken meanwhile', async () => {
    const claims = claimsOf(await claimAll());
    await database.query('update idempotency set claim_id = $1 where key = $2', ['clm_another', keys[5]]);
    await keepAll(claims);
    const kinds = (await claimAll()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'replay')).toHaveLength(31);
    expect(kinds[5]).toBe('running');
  });

  it('of two replicas claim the same keys without waiting in a circle, and each runs once [IDEM-05]', async () => {
    const another = new SharedClaims(database, vault);
    const backwards = [...keys].reverse();
    const [mine, others] = await Promise.all([
      claimAll(),
      Promise.all(backwards.map((key) => another.claim({ organization, key }, fingerprint, deadlineAtMs))),
    ]);
    const ran = [...claimsOf(mine), ...claimsOf(others)].map(({ key }) => key).sort();
    expect(ran).toEqual([...keys].sort());
  });
});
