import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import fc from 'fast-check';
import { Life } from './scenario/world/life';
import { World, worlds } from './scenario/world/world';

const count = Number(process.env.WORLDS ?? (process.env.LONG === '1' ? 1_000 : 20));
/** Worlds that live at the same time. */
const atOnce = 8;
/** A failure prints it; the same seed makes the same worlds. */
const seed = Number(process.env.WORLDS_SEED ?? Date.now() % 1_000_000);

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

it(
  'reads fresh only what is made of the context and the numbers that this moment gives [ANS-01] [JDG-16] [JDG-17] [JDG-22] [REL-03] [REL-06] [REL-10]',
  async () => {
    const all = fc.sample(worlds, { numRuns: count, seed });
    const wrong: { seed: number; world: World; wrong: readonly string[] }[] = [];
    let [next, compared] = [0, 0];
    const one = async (): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        const life = new Life(stack, `w${n}`, all[n]);
        const ended = await life.live().then(
          () => [],
          (error: unknown) => [String(error)],
        );
        compared += life.compared;
        const found = [...life.wrong, ...ended];
        if (found.length > 0) wrong.push({ seed, world: all[n], wrong: found });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    process.stdout.write(`${compared} fresh answers of ${count} worlds, seed ${seed}\n`);
    expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
    expect(compared).toBeGreaterThan(5 * count);
  },
  60_000 + count * 5_000,
);
