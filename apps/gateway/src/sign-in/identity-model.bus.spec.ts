import fc from 'fast-check';
import { sequences } from '../testing/identity/commands';
import { Installation } from '../testing/identity/installation';
import { IdentityModel } from '../testing/identity/model';
import { Real, compare } from '../testing/identity/steps';

const isLong = process.env['LONG'] === '1';
const numRuns = isLong ? 5_000 : 100;
/** fast-check prints it with a failure, beside the path to the shortest sequence that fails. */
const seed = isLong ? Date.now() % 1_000_000_000 : 33;
/** Commands of a sequence at most; those that have nothing to act on are left out. */
const most = 40;
const limitMs = isLong ? 3_600_000 : 300_000;

describe('whatever owners, the operator, providers and an attacker do about one address', () => {
  let installation: Installation;
  let turn = 0;

  beforeAll(async () => {
    installation = await Installation.open();
  });
  afterAll(() => installation?.close());

  it(
    'each session acts where the rules of docs/identity.md say, and none where nobody let its person in [AUTH-08] [S-F1] [S-F5] [S-F6]',
    async () => {
      const property = fc.asyncProperty(sequences(most), async (commands) => {
        if (turn % 100 === 0) await installation.renewOwners();
        const email = `person${++turn}@victims.example`;
        const model = new IdentityModel();
        const real: Real = { installation, email, sessions: [], links: [], ended: new Set() };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        real.ended.clear();
        await compare(model, real);
      });
      await fc.assert(property, { numRuns, seed, unbiased: true });
    },
    limitMs,
  );
});
