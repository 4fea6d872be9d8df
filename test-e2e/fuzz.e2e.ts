import { services } from '@app/contracts';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { mutated, validRequests as valid } from './scenario/mutation';
import { randomOf } from './scenario/random';
import { Scenario, boolJudgment } from './scenario/scenario';

const isLong = process.env.LONG === '1';
const requests = isLong ? 200_000 : 1_000;
const atOnce = 16;
/** A failure prints it; the same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

let stack: StackClient;
let scenario: Scenario;
beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'fuzz');
  await scenario.upsert('d', { text: 'seed', list: [1, 2], at: '2026-01-01T00:00:00Z' }, { x: 1, tag: 'a' });
  await scenario.judgment(boolJudgment('late', { freshness: { policy: 'manual' } }));
}, openLimitMs);
afterAll(() => stack?.leave());

/** Bytes that a process holds, all services together. */
async function resident(): Promise<number> {
  const pages = await Promise.all(services.map((service) => stack.metrics(service)));
  return pages.reduce((sum, page) => sum + Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(page)?.[1]), 0);
}

it(`answers ${requests} mutated requests without a 500 and without a death, seed ${seed} [T26] [GEN-05]`, async () => {
  const random = randomOf(seed);
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  let before = 0;
  let left = requests;
  const client = async (): Promise<void> => {
    for (; left > 0 && wrong.length < 20;) {
      left -= 1;
      const [method, path, body] = valid[Math.floor(random() * valid.length)];
      const sent = body === undefined ? undefined : mutated(body, random);
      const { status, text } = await scenario.call(method, path, sent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // What warms caches and compiles is no growth.
      if (left === Math.floor(requests * 0.8) && isLong) before = await resident();
      if (status === 500 || (status >= 400 && !/^\{"error":\{"code":"[a-z_]+","message":"./.test(text))) {
        wrong.push(`${method} ${path} ${JSON.stringify(sent).slice(0, 600)} answered ${status} ${text.slice(0, 200)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  expect(wrong).toEqual([]);
  for (const service of services) expect(await stack.services.isRunning(service)).toBe(true);
  // The mutations reach both sides: many are refused, and many are taken.
  expect(statuses.get(400)).toBeGreaterThan(requests / 5);
  expect(statuses.get(200)).toBeGreaterThan(requests / 20);
  if (isLong) expect(await resident()).toBeLessThan(before * 1.1);
  // It still does what it is asked.
  await scenario.upsert('after', { text: 'well' });
  expect((await scenario.call('GET', '/documents/after?fresh=stored')).status).toBe(200);
}, 3_600_000);
