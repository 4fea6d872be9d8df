import type { ChatTrial, LocalModel } from '@app/engines';
import { ChatStub } from '@app/testing/simulator';
import { LocalFinder, againAfterMs } from './local-finder';

describe('choosing among the models of a local server', () => {
  let stub: ChatStub;
  let listed: string[] = [];
  let inUse: LocalModel | null = null;
  let nowMs = 0;
  const tried: string[] = [];
  const useful: ChatTrial = { reads: 'logprobs', seconds: 2, reason: null };
  const useless: ChatTrial = { reads: null, seconds: null, reason: 'a question takes more than 5 s' };
  let trials: Record<string, ChatTrial> = {};
  beforeEach(async () => {
    [inUse, nowMs, trials, tried.length] = [null, 0, {}, 0];
    stub = await ChatStub.open();
    stub.answer = (response) => response.end(JSON.stringify({ data: listed.map((id) => ({ id })) }));
  });
  afterEach(() => stub.close());
  const open = () => {
    const tryModel = async (_baseUrl: string, model: string) => {
      tried.push(model);
      return trials[model] ?? useless;
    };
    const finder = new LocalFinder({ readInUse: async () => inUse, nowMs: () => nowMs, logger: null, tryModel });
    return () => finder.find(stub.url, 1_000);
  };

  it('takes a decision model before every chat model, without a question', async () => {
    listed = ['qwen3:8b', 'nimble:latest'];
    expect(await open()()).toEqual({ baseUrl: stub.url, model: 'nimble:latest', reads: null });
    expect(tried).toEqual([]);
  });

  it('asks chat models, known ones first, and keeps the one that answered without asking again [CLI-A1]', async () => {
    listed = ['nomic-embed-text', 'my-own:7b', 'llama3.2:3b', 'qwen3:8b'];
    trials = { 'llama3.2:3b': useful, 'my-own:7b': useful };
    const find = open();
    const found = { baseUrl: stub.url, model: 'llama3.2:3b', reads: 'logprobs' };
    expect([await find(), await find()]).toEqual([found, found]);
    expect(tried).toEqual(['qwen3:8b', 'llama3.2:3b']);
  });

  it('leaves a model that was no use alone for an hour, and tries three at most', async () => {
    listed = ['a', 'b', 'c', 'd'];
    const find = open();
    expect([await find(), await find()]).toEqual([null, null]);
    expect(tried).toEqual(['a', 'b', 'c']);
    nowMs = againAfterMs;
    trials = { b: useful };
    expect(await find()).toMatchObject({ model: 'b' });
  });

  it('takes what another replica or the run before has tried, while it is listed', async () => {
    listed = ['qwen3:8b', 'slow:70b'];
    inUse = { baseUrl: stub.url, model: 'slow:70b', reads: 'stated' };
    expect(await open()()).toEqual(inUse);
    expect(tried).toEqual([]);
    listed = ['qwen3:8b'];
    expect(await open()()).toBeNull();
    expect(tried).toEqual(['qwen3:8b']);
  });
});
