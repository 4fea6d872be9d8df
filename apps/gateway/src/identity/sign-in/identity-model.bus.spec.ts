import fc from 'fast-check';
import { sequences } from '../../testing/identity/commands';
import { Installation } from '../../testing/identity/installation';
import { beginning, compare } from '../../testing/identity/steps';

const isLong = process.env['LONG'] === '1';
/** Sequences, 200 in all. With mail one costs about twice as much, so that fewer of them keep the file at 12 processor seconds. */
const runs = isLong ? { plain: 2_500, mailed: 2_500 } : { plain: 125, mailed: 75 };
/** fast-check prints it with a failure, beside the path to the shortest sequence that fails. */
const seed = isLong ? Date.now() % 1_000_000_000 : 33;
/** Commands of a sequence at most; those that have nothing to act on are left out. */
const most = 40;
const limitMs = isLong ? 3_600_000 : 300_000;

describe.each([
  ['where no mail can be sent', false],
  ['where mails are sent', true],
])('%s, whatever owners, the operator, providers and an attacker do about one address', (_, sendsMail) => {
  let installation: Installation;
  let turn = 0;

  beforeAll(async () => {
    installation = await Installation.open({ sendsMail });
  });
  afterAll(() => installation?.close());

  it(
    'each session acts where the rules of docs/identity.md say, and none where nobody let its person in [AUTH-08] [S-F1] [S-F5] [S-F6]',
    async () => {
      const property = fc.asyncProperty(sequences(most), async (commands) => {
        if (turn % 100 === 0) await installation.renewOwners();
        const { model, real } = beginning(installation, `person${++turn}@victims.example`);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        real.ended.clear();
        await compare(model, real);
      });
      if (isLong) process.stderr.write(`the model of identity runs with seed ${seed}\n`);
      await fc.assert(property, { numRuns: sendsMail ? runs.mailed : runs.plain, seed, unbiased: true });
    },
    limitMs,
  );
});
