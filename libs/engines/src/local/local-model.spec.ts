import { Sim, startSim } from '@app/testing/simulator';
import { openEngine } from '../open-engine';
import { systemClock } from '../clock';
import { parseEngineEntry } from '../entry/parse-entry';
import { chatModelOf, decisionModelOf, findLocalChatModel, findLocalModel } from './local-model';

describe('a decision model on a local Ollama', () => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await startSim();
  });
  afterAll(() => sim.close());

  it('is the first of the known families, its plain tag before tags of a size', () => {
    expect(decisionModelOf(['llama3:8b', 'tev1:0.8b', 'tev1:latest', 'qwen3'])).toBe('tev1:latest');
    expect(decisionModelOf(['pplx-decider:27b-nvfp4', 'clef-flash', 'nimble:9b'])).toBe('nimble:9b');
    expect(decisionModelOf(['llama3:8b', 'nimbler'])).toBeNull();
  });

  it('is found in the list of models, and answers', async () => {
    sim.set({ local_models: ['llama3:8b', 'tev1:latest'] });
    const model = await findLocalModel(`${sim.url}/ollama/`, 1_000);
    expect(model).toBe('tev1:latest');
    const entry = parseEngineEntry('jev', { preset: 'ollama', base_url: `${sim.url}/ollama`, model });
    const client = openEngine(entry, { clock: systemClock });
    const input = { context: 'x', questions: [{ type: 'bool', question: 'Late?' }], seed: 's', images: [] } as const;
    expect(await client.ask(input, { deadlineMs: 1_000 })).toMatchObject({ reportedModel: 'tev1:latest' });
    await client.close();
  });

  it('is null when no server runs, none answers in time, or the list is unreadable', async () => {
    sim.set({ local_models: [] });
    expect(await findLocalModel(`${sim.url}/ollama`, 1_000)).toBeNull();
    sim.queue(['hang:forever', 'html200', 'redirect']);
    for (let look = 0; look < 3; look += 1) expect(await findLocalModel(`${sim.url}/ollama`, 60)).toBeNull();
    expect(sim.trapHits()).toBe(0);
    expect(await findLocalModel('http://127.0.0.1:1', 1_000)).toBeNull();
    expect(await findLocalModel('no address', 1_000)).toBeNull();
  });

  it('is another model than a chat model, which drafts wordings', async () => {
    expect(chatModelOf(['tev1:latest', 'nomic-embed-text', 'llama3.1:8b', 'qwen3:latest'])).toBe('qwen3:latest');
    expect(chatModelOf(['tev1:latest', 'nomic-embed-text'])).toBeNull();
    sim.set({ local_models: ['tev1:latest', 'gemma3'] });
    expect(await findLocalChatModel(`${sim.url}/ollama`, 1_000)).toBe('gemma3');
  });
});
