import { listLocalModels, tryChatModel, type ChatTrial } from '@app/engines';
import { ChatStub } from '@app/testing/simulator';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kept } from '../state/state';
import { EngineFile } from './engine-file';
import { LocalModelSearch } from './local-model';

describe('a chat model of a local server at a start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-model-'));
  const said: string[] = [];
  let kept: Kept['localChat'];
  let stub: ChatStub;
  let listed: string[] = [];
  beforeEach(async () => {
    [said.length, kept, listed] = [0, undefined, ['qwen3:8b']];
    stub = await ChatStub.open();
    stub.answer = (response, { path }) => {
      if (path === '/v1/models') return void response.end(JSON.stringify({ data: listed.map((id) => ({ id })) }));
      const content = [{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'Yes', logprob: -0.1 }] }];
      const choices = [{ message: { content: 'Yes' }, logprobs: { content } }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ model: 'qwen3:8b', choices }));
    };
  });
  afterEach(() => stub.close());
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (
    env: NodeJS.ProcessEnv = {},
    tryModel: (baseUrl: string, model: string) => Promise<ChatTrial> = tryChatModel,
  ) => {
    const file = new EngineFile(folder);
    const search = new LocalModelSearch({
      env: { ENGINE_OLLAMA_URL: `${stub.url}/`, ...env },
      file: env['ENGINE_ENTRIES_FILE'] ? null : file,
      known: kept,
      keep: (found) => (kept = found),
      list: listLocalModels,
      tryModel,
      say: (line) => said.push(line),
      isExampleFirst: true,
    });
    return { search, held: () => JSON.parse(readFileSync(file.path, 'utf8')) as object };
  };

  it('is tried while the built-in engine is held behind jev, and printed with its seconds [CLI-A1]', async () => {
    const { search, held } = open();
    await search.begin();
    expect(held()).toEqual({ jev: { preset: 'built_in' } });
    expect(await search.release()).toBe(true);
    expect(held()).toEqual({});
    expect(said).toEqual([
      expect.stringMatching(
        /^qwen3:8b at http:\S+ answers for jev, 0\.\d s a question .*, once the example is judged$/,
      ),
    ]);
  });

  it('is not waited for, and not used when it is slow, with the reason', async () => {
    let answer: (trial: ChatTrial) => void = () => undefined;
    const { search, held } = open({}, () => new Promise((resolve) => (answer = resolve)));
    await search.begin();
    expect([said, held()]).toEqual([[], { jev: { preset: 'built_in' } }]);
    answer({ reads: null, seconds: null, reason: 'a question takes more than 5 s' });
    expect(await search.release()).toBe(false);
    expect(said).toEqual([`qwen3:8b at ${stub.url} is not used: a question takes more than 5 s`]);
    expect([held(), kept]).toEqual([{}, undefined]);
  });

  it('of an earlier start is named and neither tried nor held, so that a restart opens no epoch', async () => {
    kept = { baseUrl: stub.url, model: 'qwen3:8b', seconds: 2.14 };
    const { search, held } = open();
    await search.begin();
    expect(held()).toEqual({});
    expect(said[0]).toContain('2.1 s a question');
    expect(stub.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  });

  it.each([
    ['a decision model is listed', {}, ['qwen3:8b', 'nimble:latest'], 1],
    ['no chat model is listed', {}, ['nomic-embed-text'], 1],
    ['ENGINES has an entry', { ENGINES: '{"jev": {"preset": "jev"}}' }, ['qwen3:8b'], 0],
    ['a key is set', { ENGINE_JEV_KEY: 'ts-1' }, ['qwen3:8b'], 0],
    ['a file of entries is named', { ENGINE_ENTRIES_FILE: join(folder, 'own.json') }, ['qwen3:8b'], 0],
    ['the look is switched off', { ENGINE_OLLAMA_URL: 'none' }, ['qwen3:8b'], 0],
  ])('is not asked where %s', async (_name, env, ids, requests) => {
    writeFileSync(join(folder, 'own.json'), '{}');
    listed = ids;
    const { search, held } = open(env);
    await search.begin();
    expect(await search.release()).toBe(false);
    expect([held(), said, stub.requests.length]).toEqual([{}, [], requests]);
  });
});
