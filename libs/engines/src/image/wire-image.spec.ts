import { Sim, startSim } from '@app/testing/simulator';
import sharp from 'sharp';
import { openEngine } from '../open-engine';
import { systemClock } from '../clock';
import { parseEngineEntry } from '../entry/parse-entry';
import type { EngineClient } from '../engine-client';
import type { EngineEntry } from '../entry/entry';
import type { AskInput } from '../question/question';
import { imageTokens } from '@app/rating';
import { EngineFailure } from '../failure/failure';
import { askWithRetries } from '../retry/ask-with-retries';
import { prepareImages } from './wire-image';

const entries = {
  assets: { preset: 'simulator', path: '/jev/v1/systemone' },
  state_image_url: { preset: 'simulator', path: '/pplx/v1/decisions', error_style: 'openai', limits: { images: 8 } },
  images_field: { preset: 'simulator', path: '/ollama/v1/systemone', error_style: 'flat' },
  input_image: { preset: 'simulator', dialect: 'openai_decisions', path: '/openai/v1/decisions', model: 'gpt-6-luna' },
};
type Mode = keyof typeof entries;
const modes = Object.keys(entries) as Mode[];

const picture = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 10 } } });
const textOf = (count: number) =>
  Array.from({ length: count }, (_, place) => `photo ${place}: "img-${place}"`).join('\n');

describe('images over HTTP', () => {
  let sim: Sim;
  const open: EngineClient[] = [];
  const entryOf = (mode: Mode): EngineEntry =>
    parseEngineEntry('jev', { ...entries[mode], base_url: sim.url, image_mode: mode });
  const inputOf = (images: AskInput['images']): AskInput => ({
    context: textOf(images.length),
    questions: [{ type: 'bool', question: 'Is the lamp broken?' }],
    seed: 'd:1',
    images,
  });
  async function ask(mode: Mode, stored: Buffer[]) {
    const entry = entryOf(mode);
    const client = openEngine(entry, { clock: systemClock });
    open.push(client);
    return client.ask(inputOf(await prepareImages(entry, stored)), { deadlineMs: 5_000 });
  }

  beforeAll(async () => {
    sim = await startSim({ seed: 'pictures' });
  });
  afterAll(async () => {
    for (const client of open) await client.close();
    await sim.close();
  });
  beforeEach(() => sim.reset());

  it.each(modes)('%s: the engine takes every kind and size, and counts no more tokens than billing', async (mode) => {
    const stored = [
      await picture(1, 1).png().toBuffer(),
      await picture(3_000, 2_000).jpeg().toBuffer(),
      await picture(900, 30).webp().toBuffer(),
      await picture(64, 64).gif().toBuffer(),
    ];
    const base = await ask(mode, []);
    const { answers, tokens } = await ask(mode, stored);
    expect(answers).toEqual([{ type: 'bool', p: expect.any(Number) }]);
    expect(sim.requests().map(({ status, images }) => [status, images])).toEqual([
      [200, 0],
      [200, 4],
    ]);
    const text = Math.ceil(textOf(4).length / 4) + 8;
    expect(tokens!.input - base.tokens!.input).toBeLessThanOrEqual(4 * imageTokens + text);
  });

  it.each(modes)('%s: the same image gets the same answer, another image another', async (mode) => {
    const numbers: unknown[] = [];
    for (const red of [10, 10, 250])
      numbers.push((await ask(mode, [await picture(300, 300, red).png().toBuffer()])).answers[0]);
    expect(numbers[1]).toEqual(numbers[0]);
    expect(numbers[2]).not.toEqual(numbers[0]);
  });

  it('are not sent to an engine that reads none, nor more than it reads', async () => {
    const one = await picture(9, 9).png().toBuffer();
    const none = { ...entryOf('assets'), image_mode: 'none' as const };
    await expect(prepareImages(none, [one])).rejects.toMatchObject({ failureClass: 'bad_request' });
    const nine = Array.from({ length: 9 }, () => one);
    await expect(prepareImages(entryOf('state_image_url'), nine)).rejects.toMatchObject({ failureClass: 'too_long' });
  });

  it('are not sent again to an engine that stalled on them, as a text would be', async () => {
    const image = { format: 'png' as const, base64: 'UE5H' };
    const attemptsOf = async (images: AskInput['images']): Promise<number> => {
      const stalls: EngineClient = {
        ask: () => Promise.reject(new EngineFailure('stall', 'no answer')),
        close: () => Promise.resolve(),
      };
      const options = { deadlineAt: Date.now() + 60_000, clock: systemClock, random: () => 0 };
      return (await askWithRetries(stalls, inputOf(images), options)).attempts;
    };
    expect([await attemptsOf([]), await attemptsOf([image])]).toEqual([2, 1]);
  });

  it('are refused by the simulator where a vendor refuses them', async () => {
    const image = { format: 'png' as const, base64: (await picture(10, 10).png().toBuffer()).toString('base64') };
    const client = openEngine(entryOf('assets'), { clock: systemClock });
    open.push(client);
    const refused = (input: AskInput) => client.ask(input, { deadlineMs: 5_000 }).catch((error: unknown) => error);
    expect(await refused(inputOf([image]))).toMatchObject({
      failureClass: 'bad_request',
      message: expect.stringMatching(/280 to 1,568/),
    });
    const unnamed = { ...inputOf([image]), context: 'no picture is named' };
    expect(await refused(unnamed)).toMatchObject({ message: expect.stringMatching(/not referred to/) });
    const noPicture = { ...image, base64: Buffer.alloc(64, 'x').toString('base64') };
    expect(await refused(inputOf([noPicture]))).toMatchObject({ message: expect.stringMatching(/cannot be read/) });
  });
});
