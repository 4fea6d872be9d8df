import { Sim, startSim } from '@app/testing/simulator';
import { runSmoke } from './smoke';

const key = 'sim-very-secret-key';

describe('npm run engine-smoke', () => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterAll(() => sim.close());
  beforeEach(() => sim.reset());

  const run = async (args: string[], env: Record<string, string>) => {
    const lines: string[] = [];
    const code = await runSmoke(args, { ENGINE_OLLAMA_URL: 'none', ...env }, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };
  const at = (name: string, entry: object) => ({
    ENGINES: JSON.stringify({ [name]: { base_url: sim.url, ...entry } }),
    ENGINE_JEV_KEY: key,
    ENGINE_GPT_6_LUNA_KEY: key,
    ENGINE_PPLX_DECIDER_KEY: key,
  });

  it.each([
    ['jev', { preset: 'jev' }, 'dialect systemone', 'jev-1.13.0'],
    ['pplx-decider', { preset: 'pplx-decider' }, 'dialect systemone', 'pplx-decider-v1.1-27b'],
    ['gpt-6-luna', { preset: 'gpt-6-luna' }, 'dialect openai_decisions', 'gpt-6-luna'],
  ])('asks %s once for each type, in its dialect, and hides the key', async (name, entry, dialect, model) => {
    const { code, text } = await run([name], at(name, entry));
    expect(code).toBe(0);
    expect(text).toContain(dialect);
    expect(text).toMatch(/yes with [\d.]+/);
    expect(text).toMatch(/refund [\d.]+, replacement [\d.]+, none of these [\d.]+/);
    expect(text).toMatch(/0 [\d.]+, 1 [\d.]+, 2 [\d.]+/);
    expect(text).toContain(`${model}, `);
    expect(text).not.toContain(key);
    expect(sim.requests().map(({ questions, status }) => [questions, status])).toEqual(Array(3).fill([1, 200]));
  });

  it.each([
    ['/openai', 'openai', 'small, '],
    ['/anthropic', 'anthropic', 'small, '],
  ])('asks a chat model at %s', async (path, preset, model) => {
    const entry = { preset, base_url: sim.url + path, model: 'small' };
    const { code, text } = await run(['jev'], at('jev', entry));
    expect(code).toBe(0);
    expect(text).toContain('dialect chat');
    expect(text).toMatch(/refund [\d.]+, replacement [\d.]+, none of these [\d.]+/);
    expect(text).toContain(model);
    expect(text).not.toContain(key);
  });

  it('tells why an engine does not answer, and fails', async () => {
    sim.set({ keys: ['another'] });
    const refused = await run(['jev'], at('jev', { preset: 'jev' }));
    sim.set({ keys: null });
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('no answer (auth): Engine answered 401') });
    expect(refused.text).not.toContain(key);
    sim.queue(['ok', 'nokey', 'ok']);
    const bad = await run(['jev'], at('jev', { preset: 'jev' }));
    expect(bad).toMatchObject({ code: 1, text: expect.stringContaining('no answer (engine_bad_answer)') });
  });

  it('asks what stands behind the name: a local model, or the engine that is built in', async () => {
    const local = await run(['jev'], { ENGINE_OLLAMA_URL: `${sim.url}/ollama` });
    expect(local.text).toContain('jev (local), dialect systemone');
    expect(local.text).toContain('key      none');
    expect(await run(['jev'], {})).toMatchObject({ code: 0, text: expect.stringContaining('inside this process') });
  });

  it.each([
    [[], {}, /one of jev, gpt-6-luna, pplx-decider/],
    [['gpt-7'], {}, /one of jev/],
    [['jev'], { ENGINES: '{"jev": {"dialect": "extension"}}' }, /is an extension/],
    [['jev'], { ENGINE_ENTRIES_FILE: '/nowhere' }, /cannot be read from \/nowhere/],
    [['jev'], { ENGINES: '{"jev": {"colour": 1}}' }, /colour/],
  ])('refuses %j with %j in a sentence', async (args, env, sentence) => {
    expect(await run(args, env)).toMatchObject({ code: 2, text: expect.stringMatching(sentence) });
  });
});
