import type { SystemOneRequest } from '@typesafe-ai/sdk';
import * as fc from 'fast-check';
import type { EngineEntry } from '../entry/entry';
import { enginePresets } from '../entry/preset';
import { EngineFailure } from '../failure/failure';
import type { AskReply } from '../question/answer';
import type { AskInput, Question } from '../question/question';
import { Posed, overLimit, pose } from '../mapping/posed';
import { readReply } from './reply';
import { wireRequest } from './request';
import type { WireRequest } from './wire';
import type { ImageMode } from '../entry/dialect';
import { systemOne } from './systemone.dialect';

const entry: EngineEntry = { ...enginePresets.jev, name: 'jev' };
const full: EngineEntry = { ...entry, probability_step: null };
const team: Question = {
  type: 'choice',
  question: 'Which team?',
  options: [{ value: '__proto__' }, { value: '10', description: 'billing' }, { value: '2', description: 'shipping' }],
};
const mood: Question = {
  type: 'score',
  question: 'Mood?',
  levels: [
    { value: 10, description: 'glad' },
    { value: 0, description: 'upset' },
    { value: 1, description: 'calm' },
  ],
};
const input = (questions: Question[]): AskInput => ({ context: 'text', questions, seed: 'd:1', images: [] });
const reply = (answers: Record<string, unknown>, posed: Posed[], engine = entry): AskReply =>
  readReply({ model: 'm', answers }, posed, engine, null);
const reasons = ({ answers }: AskReply) => answers.map((a) => (a.type === 'failed' ? a.reason : a.type));

describe('a request', () => {
  it('satisfies the vendor’s own types', () => {
    const questions = [{ type: 'bool', question: 'Late?', criteria: { yes: 'late' } }, team, mood] as const;
    const made = wireRequest(
      { model: 'jev-1.13.0', image_mode: 'assets' },
      input([...questions]),
      questions.map((question) => pose(question, 'd:1')),
    );
    // The assignment is the test: the compiler refuses it when the shapes differ.
    const { assets, images, ...rest } = made satisfies WireRequest;
    expect([assets, images]).toEqual([undefined, undefined]);
    const vendors: SystemOneRequest & { model: string } = rest;
    expect(vendors.questions.q0).toEqual({ type: 'noul', instructions: 'Late?', criteria: { true: 'late' } });
    expect(vendors.questions.q2.criteria).toEqual(['0: upset', '1: calm', '10: glad']);
    expect(Object.values(vendors.questions.q1.criteria ?? {}).sort()).toEqual(
      ['__proto__', 'billing', 'shipping', 'none of the other options fits'].sort(),
    );
  });

  it('carries images in the member of the engine’s mode, under the names that the context gives them', () => {
    const withImages = {
      ...input([]),
      context: 'photo: "img-0"',
      images: [
        { format: 'png' as const, base64: 'UE5H' },
        { format: 'jpeg' as const, base64: 'SlBH' },
      ],
    };
    const sent = (mode: ImageMode) => wireRequest({ model: 'm', image_mode: mode }, withImages, []);
    expect(sent('assets')).toMatchObject({
      state: withImages.context,
      assets: {
        'img-0': { type: 'image', format: 'png', data_base64: 'UE5H' },
        'img-1': { type: 'image', format: 'jpeg', data_base64: 'SlBH' },
      },
    });
    expect(sent('state_image_url').state).toEqual([
      'img-0',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,UE5H' } },
      'img-1',
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,SlBH' } },
      withImages.context,
    ]);
    expect(sent('images_field')).toMatchObject({ state: withImages.context, images: ['UE5H', 'SlBH'] });
    expect(systemOne.headers({ image_mode: 'assets' }, withImages)).toEqual({ 'typesafe-danger-zone-images': 'true' });
    expect(systemOne.headers({ image_mode: 'assets' }, input([]))).toEqual({});
    expect(systemOne.headers({ image_mode: 'images_field' }, withImages)).toEqual({});
  });

  it('shows options in an order that the seed decides, each option equally often at each position', () => {
    expect(pose(team, 'a')).toEqual(pose(team, 'a'));
    const first = new Array<number>(4).fill(0);
    for (let round = 0; round < 4000; round += 1) {
      const posed = pose(team, `doc:${round}`);
      if (posed.type === 'choice') first[posed.order[0]] += 1;
    }
    for (const count of first) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('is not made for a question with more options or levels than the engine takes', () => {
    const limits = { ...entry.limits, options: 3, levels: 2 };
    expect(overLimit(team, limits)).toMatchObject({ reason: 'engine_rejected' });
    expect(overLimit(mood, limits)).toMatchObject({ reason: 'engine_rejected' });
    expect(overLimit(team, entry.limits)).toBeNull();
  });
});

describe('an answer to a choice', () => {
  const posed = pose(team, 'd:1');
  const order = posed.type === 'choice' ? posed.order : [];
  /** Wire answer for the shares of __proto__, 10, 2 and the escape. */
  const wire = (shares: number[], choice = order.indexOf(shares.indexOf(Math.max(...shares)))) => ({
    type: 'choice',
    choice: `o${choice}`,
    probabilities: Object.fromEntries(order.map((index, place) => [`o${place}`, shares[index]])),
  });
  const read = (shares: number[], choice?: number) => reply({ q0: wire(shares, choice) }, [posed]).answers[0];

  it('keeps option names of tenants as plain keys, and sums to 1 [ANS-02]', () => {
    const answer = read([0.5, 0.3, 0.1, 0.11]);
    if (answer.type !== 'choice') throw new Error(answer.type);
    expect(answer.value).toBe('__proto__');
    expect(Object.keys(answer.dist)).toEqual(expect.arrayContaining(['__proto__', '10', '2']));
    const total = Object.values(answer.dist).reduce((sum, share) => sum + share, answer.escape_p);
    expect(total).toBeCloseTo(1, 12);
    expect(answer.printed).toEqual(order.map((index) => [0.5, 0.3, 0.1, 0.11][index]));
    expect(answer.order.filter((value) => value === null)).toHaveLength(1);
  });

  it('breaks ties by the order of the definition; the escape wins only when it is strictly likelier [ANS-02]', () => {
    expect(read([0.2, 0.4, 0.4, 0])).toMatchObject({ value: '10' });
    expect(read([0.4, 0.1, 0.1, 0.4])).toMatchObject({ value: '__proto__' });
    expect(read([0.3, 0.1, 0.1, 0.5])).toMatchObject({ value: null, escape_p: 0.5 });
  });

  it('accepts a chosen option that is one step of the grid below the top, and not two', () => {
    const second = order.indexOf(1);
    expect(read([0.36, 0.35, 0.29, 0], second)).toMatchObject({ type: 'choice' });
    expect(read([0.37, 0.35, 0.28, 0], second)).toMatchObject({ type: 'failed', reason: 'engine_bad_answer' });
  });

  it.each([
    [[0.95 / 4, 0.95 / 4, 0.95 / 4, 0.95 / 4], 'choice'],
    [[0.4, 0.3, 0.2, 0.16], 'failed'],
    [[0.4, 0.3, 0.2, 0.04], 'failed'],
    [[0, 0, 0, 0], 'failed'],
  ])('checks the sum of %j: %s', (shares, type) => {
    const rounded = shares.map((share) => Math.round(share * 100) / 100);
    expect(read(type === 'choice' ? [0.25, 0.24, 0.24, 0.24] : rounded).type).toBe(type);
  });

  it('has no signal, and no fault, when an even spread must print as zeros', () => {
    const options = Array.from({ length: 254 }, (_, index) => ({ value: `v${index}` }));
    const many = pose({ type: 'choice', question: 'Which?', options }, 's');
    const zeros = Object.fromEntries(Array.from({ length: 255 }, (_, place) => [`o${place}`, 0]));
    const answers = { q0: { type: 'choice', choice: 'o0', probabilities: zeros } };
    expect(reasons(reply(answers, [many]))).toEqual(['engine_no_signal']);
    expect(reasons(reply(answers, [many], full))).toEqual(['engine_bad_answer']);
  });

  it('gives a distribution and its top for any shares [ANS-02]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 }), (parts) => {
        const sum = parts.reduce((total, part) => total + part, 0);
        fc.pre(sum > 0);
        const shares = parts.map((part) => part / sum);
        const [answer] = reply({ q0: wire(shares) }, [posed], full).answers;
        if (answer.type !== 'choice') throw new Error(answer.type);
        const top = Math.max(...Object.values(answer.dist));
        expect(answer.value === null ? answer.escape_p : answer.dist[answer.value]).toBeGreaterThanOrEqual(top);
        expect(Object.values(answer.dist).every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });
});

describe('an answer to a score', () => {
  const posed = pose(mood, 'd:1');
  const legend = { 0: '0: upset', 1: '1: calm', 2: '10: glad' };
  const wire = { type: 'score', score: 1.1, legend, probabilities: { 0: 0.2, 1: 0.5, 2: 0.3 } };
  const read = (changes: object) => reply({ q0: { ...wire, ...changes } }, [posed]).answers[0];

  it('is the mean of the values, not the scaled index [ANS-02]', () => {
    expect(read({})).toMatchObject({ value: 1, dist: { 0: 0.2, 1: 0.5, 10: 0.3 } });
    const answer = read({});
    if (answer.type !== 'score') throw new Error(answer.type);
    expect(answer.score).toBeCloseTo(3.5, 12);
    expect(answer.normalized).toBeCloseTo(0.35, 12);
  });

  it.each([
    ['an index that is off', { score: 1.14 }, 'failed'],
    ['an index within rounding', { score: 1.13 }, 'score'],
    ['a legend that is off', { legend: { ...legend, 2: 'glad' } }, 'failed'],
    ['no legend', { legend: undefined }, 'failed'],
    ['a level too many', { probabilities: { ...wire.probabilities, 3: 0 } }, 'failed'],
    ['no score', { score: null }, 'failed'],
  ])('with %s is read or fails as listed', (_, changes, type) => {
    expect(read(changes).type).toBe(type);
  });
});

describe('an answer to a bool', () => {
  const posed = [pose({ type: 'bool', question: 'Late?' }, 's')];
  it.each([
    [0, 0],
    [1, 1],
    [1 + 1e-10, 1],
    [-1e-10, 0],
    [1.2, null],
    [-0.1, null],
    [Infinity, null],
    ['0.4', null],
    [null, null],
    [undefined, null],
  ])('reads %p as %p [ANS-01]', (noul, p) => {
    const [answer] = reply({ q0: { type: 'noul', noul } }, posed).answers;
    expect(answer.type === 'bool' ? answer.p : null).toBe(p);
  });
  it.each([[null], [[]], [{}], [{ answers: null }], [{ answers: { q0: {}, q1: {} } }], [{ answers: { q00: {} } }]])(
    'is refused with the whole reply %j',
    (json) => expect(() => readReply(json, posed, entry, null)).toThrow(EngineFailure),
  );
});
