import type { Ask, EngineQuestion, EngineReply } from '@app/contracts/engines';
import { unpackHead, type Choice } from '@app/learning';
import { auroc } from '@app/statistics';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeTraining } from './describe';
import { LearningEngine, askLexical } from './engine';
import { learn } from './learn.thread';
import { toAnswer } from './question';
import { follow, serve, type AskMessage } from './serve';
import { FakeSource, madeContext, recommends } from './source.fake';
import { train } from './train';
import { TrainingStore } from './training.store';

const weekMs = 7 * 86_400_000;
const choice: EngineQuestion = {
  type: 'choice',
  question: 'Which team?',
  options: [{ value: 'billing' }, { value: 'shipping', description: 'parcels' }],
  escape: 'neither',
};
const score: EngineQuestion = {
  type: 'score',
  question: 'How satisfied is the writer?',
  levels: [
    { value: 1, description: 'not' },
    { value: 3, description: 'very' },
  ],
};

describe('the engine that learns', () => {
  let folder: string;
  let source: FakeSource;
  let store: TrainingStore;
  let engine: LearningEngine;
  let nowMs: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'learning-'));
    source = new FakeSource();
    store = new TrainingStore(folder);
    engine = new LearningEngine();
    nowMs = 1_000_000;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const trainNow = (ifDue = false) =>
    train(
      {
        source,
        store,
        cacheFolder: folder,
        nowMs: () => nowMs,
        learn: async (task) => {
          const result = learn(task);
          return { ...result, heads: result.heads?.map(unpackHead) ?? null } as Choice;
        },
      },
      ifDue,
    );
  const askOf = (context: string, more: Partial<Ask> = {}): Ask => ({
    ask_id: 'ask_1',
    organization: 'org_1',
    namespace: 'shop/reviews',
    lane: 'on_change',
    context,
    seed: 's',
    questions: [recommends.question],
    images: [],
    ...more,
  });
  /** What the bus carries back. */
  const replies = async (asks: unknown[]): Promise<{ body: EngineReply; problem: string | undefined }[]> => {
    const heard: { body: EngineReply; problem: string | undefined }[] = [];
    async function* messages(): AsyncGenerator<AskMessage> {
      for (const ask of asks) {
        const respond: AskMessage['respond'] = (text, options) => {
          heard.push({ body: JSON.parse(text) as EngineReply, problem: options?.headers.get('Problem') });
          return true;
        };
        yield { json: () => ask, respond };
      }
    }
    await serve(messages(), engine, () => undefined);
    return heard;
  };
  const areaOnFresh = async (): Promise<number> => {
    const y = Array.from({ length: 200 }, (_, at) => at % 2);
    const heard = await replies(y.map((one, at) => askOf(madeContext(50_000 + at, one === 1))));
    return auroc({ p: heard.map(({ body }) => body.answers[0].p ?? NaN), y }) ?? NaN;
  };

  it('answers as the lexical engine before a training, question by question [ENG-11]', async () => {
    await follow(store, engine, () => undefined);
    const questions = [recommends.question, choice, score];
    const context = 'text: "I love it. The parcels came at once, billing was right."';
    const [{ body }] = await replies([askOf(context, { questions })]);
    const { answers, model } = await askLexical(context, questions);
    expect(body).toEqual({ engine_version: model, answers: answers.map(toAnswer), engine_tokens: null });
  });

  it('answers better than before once it has learnt, under one new version for all that a training taught', async () => {
    const versions: string[] = [];
    const look = await follow(store, engine, (version) => versions.push(version));
    expect(await areaOnFresh()).toBeLessThan(0.6);
    source.grow(300);
    const training = await trainNow();
    await look();
    await look();
    expect(versions).toEqual([training?.version]);
    expect(await areaOnFresh()).toBeGreaterThan(0.75);
    const [{ body }] = await replies([askOf(madeContext(1, true))]);
    expect(body.engine_version).toMatch(/^learning-1\.[0-9a-f]{12}$/);
    expect(describeTraining(training)[1]).toMatch(
      /^shop\/reviews recommends: 300 labels, held-out log loss .*, learnt$/,
    );
  });

  it('leaves other organizations, namespaces and questions as they were', async () => {
    source.grow(300);
    await trainNow();
    await follow(store, engine, () => undefined);
    const context = madeContext(7, true);
    const others: Partial<Ask>[] = [
      { organization: 'org_2' },
      { namespace: 'shop/reviews/more' },
      { questions: [{ ...recommends.question, question: 'Is it praise?' }] },
      { questions: [{ ...recommends.question, criteria: 'It is praised.' }] },
    ];
    for (const more of others) {
      const ask = askOf(context, more);
      const { answers } = await askLexical(context, ask.questions);
      expect((await replies([ask]))[0].body.answers).toEqual(answers.map(toAnswer));
    }
  });

  it('opens no epoch when the labels taught nothing new, and asks for each context once', async () => {
    source.grow(200);
    const first = await trainNow();
    expect(source.asked).toBe(200);
    source.grow(40);
    source.forget('ans_201');
    const second = await trainNow();
    expect(source.asked).toBe(240);
    expect(second?.findings[0]).toMatchObject({ labels: 240, withoutContext: 1 });
    expect(second?.version).not.toBe(first?.version);
    expect((await trainNow())?.version).toBe(second?.version);
  });

  it('trains when there are labels, when they doubled, and after a week with new ones', async () => {
    expect(await trainNow(true)).toBeNull();
    source.grow(120);
    expect(await trainNow(true)).not.toBeNull();
    source.grow(100);
    expect(await trainNow(true)).toBeNull();
    nowMs += weekMs;
    expect(await trainNow(true)).not.toBeNull();
    nowMs += weekMs;
    expect(await trainNow(true)).toBeNull();
    source.grow(220);
    expect(await trainNow(true)).not.toBeNull();
  });

  it('keeps on disk what it learnt, no text of a document, and two trainings', async () => {
    source.grow(150);
    for (let turn = 0; turn < 3; turn += 1) {
      nowMs += 1;
      await trainNow();
    }
    const names = readdirSync(folder);
    expect(names.filter((name) => name.endsWith('.heads'))).toHaveLength(2);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    for (const name of names) expect(readFileSync(join(folder, name), 'latin1')).not.toMatch(/zorp|murt|fabric/);
    const again = new LearningEngine();
    await follow(new TrainingStore(folder), again, () => undefined);
    const ask = askOf(madeContext(3, true));
    await follow(store, engine, () => undefined);
    expect(await again.answer(ask)).toEqual(await engine.answer(ask));
  });

  it('refuses a training whose file is damaged, with what to do, and goes on with the one before', async () => {
    source.grow(150);
    await trainNow();
    const look = await follow(store, engine, () => undefined);
    const before = await engine.answer(askOf(madeContext(3, true)));
    nowMs += 1;
    source.grow(60);
    await trainNow();
    const newest =
      readdirSync(folder)
        .filter((name) => name.endsWith('.heads'))
        .sort()
        .at(-1) ?? '';
    writeFileSync(join(folder, newest), 'short');
    await expect(look()).rejects.toThrow('delete the folder and train again');
    expect(await engine.answer(askOf(madeContext(3, true)))).toEqual(before);
  });

  it('refuses an ask that it cannot read, and answers the next one', async () => {
    const [bad, good] = await replies([{ context: null }, askOf('text: "fine"')]);
    expect(bad).toMatchObject({ problem: 'unavailable', body: { error: { code: 'unavailable' } } });
    expect(good.body.answers).toHaveLength(1);
  });
});
