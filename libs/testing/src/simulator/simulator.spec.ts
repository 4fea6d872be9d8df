import { TypeSafeClient } from '@typesafe-ai/sdk';
import { examples } from './example';
import { Sim, SimConfig, faultsOf, startSim } from './index';
import { key, postTo } from './post.fake';

type Json = Record<string, never>;

let sim: Sim;
beforeEach(async () => {
  sim = await startSim();
});
afterEach(() => sim.close());

const post = (body: unknown, path = '/v1/systemone', headers?: Record<string, string>, patienceMs?: number) =>
  postTo(sim, path, body, { headers, patienceMs });
async function answers(body: unknown, path?: string): Promise<Record<string, Json>> {
  return JSON.parse(await (await post(body, path)).text()).answers;
}
const restart = async (config: Partial<SimConfig>) => {
  await sim.close();
  sim = await startSim(config);
};

describe('answers', () => {
  it('gives the same bytes for the same request, a thousand times and after a restart', async () => {
    const first = await (await post(examples.several)).text();
    for (let round = 0; round < 40; round += 1) {
      const texts = await Promise.all(Array.from({ length: 25 }, async () => (await post(examples.several)).text()));
      expect(new Set(texts)).toEqual(new Set([first]));
    }
    await restart({});
    expect(await (await post(examples.several)).text()).toBe(first);
  });

  it('has versions answer in turn, each with numbers of its own', async () => {
    await restart({ in_turn: { versions: ['jev-1.13.0', 'jev-1.14.0'], requests: 2 } });
    const replies = [];
    for (let n = 0; n < 6; n += 1) replies.push(JSON.parse(await (await post(examples.several)).text()));
    const [a, b] = ['jev-1.13.0', 'jev-1.14.0'];
    expect(replies.map(({ model }) => model)).toEqual([a, a, b, b, a, a]);
    expect(replies[4].answers).toEqual(replies[0].answers);
    expect(replies[2].answers).not.toEqual(replies[0].answers);
  });

  it('does not hear names, places and the order of options', async () => {
    const { q0, q1, q2 } = examples.several.questions;
    const shuffled = { ...q1, criteria: { o9: 'none of the other options fits', o5: 'shipping', o0: 'billing' } };
    const [plain, renamed] = [
      await answers(examples.several),
      await answers({ ...examples.several, questions: { z: q2, y: shuffled, x: q0 } }),
    ];
    expect(renamed.x).toEqual(plain.q0);
    expect(renamed.z).toEqual(plain.q2);
    const { o0, o1, o2 } = plain.q1.probabilities;
    expect(renamed.y.probabilities).toEqual({ o9: o2, o5: o1, o0 });
  });

  it('hears the other questions when it is joint', async () => {
    await restart({ joint: true, rounding: 'none' });
    const alone = { ...examples.several, questions: { q0: examples.several.questions.q0 } };
    expect((await answers(alone)).q0).not.toEqual((await answers(examples.several)).q0);
  });

  it.each(Object.entries(examples))(
    'accepts the example %s on each path and answers in its shape',
    async (_, request) => {
      for (const path of ['/v1/systemone', '/jev/v1/systemone', '/pplx/v1/decisions', '/ollama/v1/systemone']) {
        const given = await answers(request, path);
        for (const [name, question] of Object.entries(request.questions)) {
          expect(given[name]).toMatchObject({ type: question.type });
        }
      }
    },
  );

  it('prints Jev on a grid of 0.01 whose sum is not mended, and Perplexity in full', async () => {
    await restart({ saturate: 2 });
    const sums = new Set<number>();
    for (let round = 0; round < 60; round += 1) {
      const { q1 } = await answers({ ...examples.several, state: `round ${round}` });
      const printed: number[] = Object.values(q1.probabilities);
      expect(printed.every((p) => Math.abs(p * 100 - Math.round(p * 100)) < 1e-9)).toBe(true);
      sums.add(Math.round(printed.reduce((sum, p) => sum + p, 0) * 100));
    }
    expect([...sums].sort()).toEqual([100, 101, 99]);
    const { q0 } = await answers(examples.bool, '/pplx/v1/decisions');
    expect(String(q0.noul).length).toBeGreaterThan(8);
  });

  it('follows rules and scripts', async () => {
    const ask = (state: string) => answers({ ...examples.several, state });
    const before = await ask('please refund my lamp');
    sim.set({ rules: 'demo', scripts: [{ match: { question: 'Urgency' }, answer: { level_probs: [0, 0, 1] } }] });
    const after = await ask('please refund my lamp');
    expect(Number(after.q0.noul)).toBeGreaterThan(Number(before.q0.noul));
    expect(after.q2).toMatchObject({ score: 2, probabilities: { 2: 1 }, confidence: 1 });
  });

  it('is understood by the vendor’s own client', async () => {
    const client = new TypeSafeClient({ apiKey: key, baseURL: sim.url });
    const { model, answers: given } = await client.systemOne(examples.several);
    expect(model).toBe('jev-1.13.0');
    expect(given.q0.noul).toBeGreaterThanOrEqual(0);
    expect(Object.keys(given.q1.probabilities)).toEqual(['o0', 'o1', 'o2']);
    expect(given.q2.legend).toEqual({ 0: 'can wait', 1: 'this week', 2: 'today' });
    expect((await client.models.list()).map(({ name }) => name)).toContain('jev-1.14.0');
  });
});

describe('refusals', () => {
  const { several } = examples;
  const choice = (count: number) => ({
    type: 'choice',
    instructions: 'x',
    criteria: Object.fromEntries(Array.from({ length: count }, (_, i) => [`o${i}`, `${i}`])),
  });
  it.each([
    ['unreadable JSON', '{', 400, 400],
    ['an unknown top field', { ...several, stream: true }, 400, 400],
    ['no state', { ...several, state: undefined }, 422, 400],
    ['a number as state', { ...several, state: 3 }, 422, 400],
    ['no questions', { ...several, questions: {} }, 422, 400],
    ['an empty name', { ...several, questions: { '': several.questions.q0 } }, 400, 400],
    ['256 options', { ...several, questions: { q0: choice(256) } }, 400, 400],
    ['no options', { ...several, questions: { q0: choice(0) } }, 400, 400],
    ['11 levels', { ...several, questions: { q0: { type: 'score', criteria: Array(11).fill('x') } } }, 400, 400],
    ['a null level', { ...several, questions: { q0: { type: 'score', criteria: ['a', null] } } }, 422, 400],
    ['too many tokens', { ...several, state: 'x '.repeat(600_000) }, 400, 400],
  ])('refuses %s', async (_, body, jev, pplx) => {
    const [fromJev, fromPplx] = [await post(body), await post(body, '/pplx/v1/decisions')];
    expect([fromJev.status, fromPplx.status]).toEqual([jev, pplx]);
    expect(await fromJev.json()).toHaveProperty('detail');
    expect(await fromPplx.json()).toHaveProperty('error.message');
  });

  it('refuses keys and paths', async () => {
    const at = async (path: string, headers?: Record<string, string>) => (await post(several, path, headers)).status;
    expect(await at('/v1/systemone', { authorization: '' })).toBe(403);
    expect(await at('/v1/systemone', { authorization: 'Bearer wrong' })).toBe(401);
    expect(await at('/pplx/v1/decisions', { authorization: '' })).toBe(401);
    expect(await at('/v1/other')).toBe(404);
    expect(await at('/openai/v1/decisions', { authorization: '' })).toBe(401);
    expect(await at('/openai/v1/systemone')).toBe(404);
  });

  it('empties its buckets and fills them with time', async () => {
    let nowMs = 0;
    const clock = { nowMs: () => nowMs, sleep: async () => undefined };
    await restart({ rate: { requests_per_s: 2, tokens_per_s: null }, retry_after_s: 3, clock });
    const statuses = async () =>
      (await Promise.all([post(several), post(several), post(several)])).map((r) => r.status);
    expect((await statuses()).sort()).toEqual([200, 200, 429]);
    expect((await post(several)).headers.get('retry-after')).toBe('3');
    nowMs += 1000;
    expect((await statuses()).sort()).toEqual([200, 200, 429]);
  });

  it('takes the time that its configuration names', async () => {
    await restart({ latency: 200 });
    const from = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => post(several)));
    const tookMs = performance.now() - from;
    expect(tookMs).toBeGreaterThan(198);
    // Beside each other, not one after the other.
    expect(tookMs).toBeLessThan(200 * 20);
  });
});

describe('faults', () => {
  it.each(faultsOf('systemone'))('$fault is $wire on the wire', async ({ fault, wire }) => {
    sim.queue([fault]);
    const seen = await post(examples.several, undefined, {}, wire === 'silent' ? 300 : undefined)
      .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
      .catch((thrown: Error) => (thrown.name === 'TimeoutError' ? 'silent' : 'broken'));
    if (typeof wire === 'string') expect(seen).toBe(wire);
    else expect(seen).toMatchObject({ status: wire });
    expect((await post(examples.several)).status).toBe(200);
  });

  it('refuses a fault that it does not know', () => {
    expect(() => sim.queue(['430'])).toThrow('knows no fault');
  });

  it('chooses by rule: nth, every, from and what is asked', async () => {
    sim.set({
      faults: [
        { nth: 2, fault: '503' },
        { from: 4, when: { question: 'refund' }, fault: '500' },
      ],
    });
    const statuses: number[] = [];
    for (const body of [examples.bool, examples.bool, examples.bool, examples.bool, examples.several]) {
      statuses.push((await post(body)).status);
    }
    expect(statuses).toEqual([200, 503, 200, 200, 500]);
  });
});

describe('control', () => {
  it('is closed unless asked for', async () => {
    expect((await fetch(`${sim.url}/__sim/config`)).status).toBe(404);
    expect((await post(examples.bool, '/v1/systemone', { 'x-sim-fault': '503' })).status).toBe(200);
  });

  it('shows neither a key nor a state', async () => {
    await restart({ control: true, keys: [key] });
    await post(examples.several, '/v1/systemone', { 'x-sim-fault': '503' });
    await post(examples.several);
    const shown = await Promise.all(
      ['config', 'requests'].map(async (page) => (await fetch(`${sim.url}/__sim/${page}`)).text()),
    );
    expect(shown[1]).toContain('"key":"4711"');
    expect(sim.requests().map(({ status }) => status)).toEqual([503, 200]);
    for (const text of shown) expect(text).not.toMatch(/sim-secret|broken lamp|Refund me/);
  });
});
