import { Deleted } from '@app/contracts';
import { UsageReport } from '@app/contracts/billing';
import { DocumentView, ImageView } from '@app/contracts/documents';
import { ContextView } from '@app/contracts/judgments';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import sharp from 'sharp';
import { Scenario, boolJudgment } from './scenario/scenario';

interface Refusal {
  error: {
    code: string;
    message: string;
    details: { reason?: string; path?: string; limit?: number; suggested_context?: Suggested };
  };
}
interface Suggested {
  recipe: { fields: string[]; max_tokens: number };
  excluded: { path: string; reason: string }[];
}

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const picture = (red: number, width = 320, height = 240) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 30 } } });
const pngOf = async (red: number) => (await picture(red).png().toBuffer()).toString('base64');

async function upload(scenario: Scenario, data: string): Promise<ImageView> {
  const { image } = await uploaded(scenario, data);
  return image;
}
async function uploaded(scenario: Scenario, data: string): Promise<{ status: number; image: ImageView }> {
  const { status, body } = await scenario.call<ImageView>('POST', '/images', { data });
  return { status, image: body };
}
async function refused(
  scenario: Scenario,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<string> {
  const reply = await scenario.call<Refusal>(method, path, body);
  return `${reply.status} ${reply.body.error.code} ${reply.body.error.details?.path ?? ''}`.trim();
}

it('stores pictures of four kinds by their bytes, in JSON or raw, and gives them back [DOC-11]', async () => {
  const scenario = new Scenario(stack, 'images/store');
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const bytes = await picture(200).toFormat(format).toBuffer();
    const data = bytes.toString('base64');
    const first = await uploaded(scenario, data);
    expect(first).toMatchObject({ status: 201, image: { media_type: `image/${format}`, bytes: bytes.length } });
    expect(first.image).toMatchObject({ id: expect.stringMatching(/^img_[0-9a-f]{64}$/), width: 320, height: 240 });
    // The header only says that it is no JSON: what kind it is stands in the bytes.
    const raw = await scenario.call<ImageView>('POST', '/images', bytes, {
      headers: { 'Content-Type': 'image/x-any' },
    });
    expect([raw.status, raw.body]).toEqual([200, first.image]);
    const at = `/images/${first.image.id}`;
    expect(await scenario.ok('GET', at)).toEqual(first.image);
    expect(await scenario.ok('GET', `${at}?include=data`)).toEqual({ ...first.image, data });
    const seen = await scenario.call('GET', at, undefined, { headers: { Accept: 'image/*' } });
    expect([seen.status, seen.headers['content-type'], seen.headers['content-length']]).toEqual([
      200,
      `image/${format}`,
      String(bytes.length),
    ]);
    // A browser takes it for nothing but a picture, and runs nothing of it.
    expect(seen.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
});

it('refuses what is no picture, what is too large, and names that nothing stands behind [DOC-11] [ERR-09]', async () => {
  const scenario = new Scenario(stack, 'images/refused');
  const whole = Buffer.from(await pngOf(1), 'base64');
  const half = whole.subarray(0, whole.length - 60).toString('base64');
  for (const data of [
    'AAAA',
    'no base64',
    half,
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
  ])
    expect(await refused(scenario, 'POST', '/images', { data })).toBe('400 invalid_image /data');
  const large = Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)]).toString('base64');
  expect(await refused(scenario, 'POST', '/images', { data: large })).toBe('413 too_large /data');
  expect(await refused(scenario, 'POST', '/images', {})).toBe('400 invalid_request /data');
  const unknown = `img_${'0'.repeat(64)}`;
  expect(await refused(scenario, 'GET', `/images/${unknown}`)).toBe('404 not_found');
  const named = (front: unknown) => ({ upsert: [{ id: 'a', images: { front } }] });
  expect(await refused(scenario, 'POST', '/documents', named(unknown))).toBe(
    '400 unknown_image /upsert/0/images/front',
  );
  expect(await refused(scenario, 'POST', '/documents', named(7))).toBe('400 invalid_request /upsert/0/images/front');
  const many = {
    upsert: [{ id: 'a', images: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`n${i}`, unknown])) }],
  };
  expect(await refused(scenario, 'POST', '/documents', many)).toBe('413 too_large /upsert/0/images');
  const { id } = await upload(scenario, whole.toString('base64'));
  expect(await scenario.ok<Deleted>('DELETE', `/images/${id}`)).toEqual({ deleted: true });
  for (const method of ['GET', 'DELETE'] as const)
    expect(await refused(scenario, method, `/images/${id}`)).toBe('410 image_erased');
  expect(await refused(scenario, 'POST', '/documents', named(id))).toBe('410 image_erased /upsert/0/images/front');
  expect((await uploaded(scenario, whole.toString('base64'))).status).toBe(201);
});

it('judges what a picture shows, again when another takes its place, and never for the same one [DOC-08] [ENG-07]', async () => {
  const scenario = new Scenario(stack, 'images/judged');
  const mark = `mark ${scenario.namespace}`;
  const context = { fields: ['state.text', 'images.front'] };
  const blind = { ...boolJudgment('broken', { context }), engine: { name: 'gpt-6-luna', version: 'current' } };
  const refusal = await scenario.call<Refusal>('POST', '/judgments', blind);
  expect([refusal.status, refusal.body.error.details]).toMatchObject([
    400,
    { reason: 'images_not_read', path: '/context/fields/1' },
  ]);
  await scenario.judgment(boolJudgment('broken', { context }));
  const [red, green] = [await upload(scenario, await pngOf(220)), await upload(scenario, await pngOf(20))];
  const write = (images: object) => scenario.write({ upsert: [{ id: 'a', state: { text: mark }, images }] });
  await write({ front: red.id });
  const first = await scenario.fresh('a', 'broken');
  const asks = () => stack.engine.asks(mark);
  const [ask] = await asks();
  const sent = JSON.parse(ask.body) as {
    state: string;
    assets: Record<string, { format: string; data_base64: string }>;
  };
  expect(Object.keys(sent.assets)).toEqual(['img-0']);
  expect(sent.state).toContain('front: "img-0"');
  const shown = await sharp(Buffer.from(sent.assets['img-0'].data_base64, 'base64')).metadata();
  expect(shown.format).toBe(sent.assets['img-0'].format);
  expect(Math.min(shown.width, shown.height)).toBeGreaterThanOrEqual(280);
  expect(ask.body).not.toContain(red.id);

  const preview = await scenario.ok<ContextView>('POST', '/judgments/broken/context', { document: 'a' });
  expect(preview.tokens).toBeGreaterThan(512);
  expect(preview).toMatchObject({ size_class: 'standard', truncated: false });
  const prefix = encodeURIComponent(scenario.namespace);
  await eventually(async () => {
    const { body } = await stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
    expect(body).toMatchObject({ judgment_units: 1 });
  });

  // The same bytes once more, and a name that the recipe does not read: nothing to ask.
  const again = await upload(scenario, await pngOf(220));
  expect(await write({ front: again.id })).toMatchObject({ unchanged: 1 });
  await write({ front: again.id, back: green.id });
  expect(await scenario.answer('a', 'broken')).toMatchObject({ status: 'fresh', id: first.id });
  await write({ front: green.id });
  await eventually(async () => expect(await scenario.fresh('a', 'broken')).not.toMatchObject({ id: first.id }));
  const second = await scenario.answer('a', 'broken');
  const bodies = (await asks()).map(({ body }) => JSON.parse(body) as typeof sent);
  expect(bodies).toHaveLength(2);
  expect(bodies[1].assets['img-0'].data_base64).not.toBe(sent.assets['img-0'].data_base64);

  await scenario.ok('DELETE', `/images/${green.id}`);
  const document = await scenario.ok<DocumentView>('GET', '/documents/a?fresh=stored');
  expect(document.images).toEqual({});
  await eventually(async () => expect(await scenario.fresh('a', 'broken')).not.toMatchObject({ id: second.id }));
  const last = (await asks()).at(-1)!;
  expect(last.body).not.toContain('assets');
}, 60_000);

it('suggests pictures to an engine that reads them while all stays standard, and to no other [CTX-12]', async () => {
  const scenario = new Scenario(stack, 'images/suggested');
  const ids = [
    (await upload(scenario, await pngOf(1))).id,
    (await upload(scenario, await pngOf(2))).id,
    (await upload(scenario, await pngOf(3))).id,
  ];
  const images = { back: ids[0], front: ids[1], top: ids[2] };
  const write = (words: number) =>
    scenario.write({
      upsert: Array.from({ length: 4 }, (_, i) => ({ id: `d${i}`, state: { note: 'word '.repeat(words) }, images })),
    });
  const suggested = async (engine: string): Promise<Suggested> => {
    const body = { name: 'j', type: 'bool', question: 'Broken?', engine: { name: engine, version: 'current' } };
    const reply = await scenario.call<Refusal>('POST', '/judgments', body);
    return reply.body.error.details.suggested_context!;
  };
  const paths = ['images.back', 'images.front', 'images.top'];
  await write(20);
  const roomy = await suggested('jev');
  expect(roomy.recipe.fields).toEqual(['state.note', ...paths]);
  expect(roomy.excluded).toEqual([]);
  expect((await scenario.call('POST', '/judgments', { ...boolJudgment('posted'), context: roomy.recipe })).status).toBe(
    201,
  );
  const none = await suggested('gpt-6-luna');
  expect(none.excluded).toEqual(paths.map((path) => ({ path, reason: 'image' })));
  await write(480);
  const tight = await suggested('jev');
  expect(tight.recipe.fields).toEqual(['state.note', 'images.back', 'images.front']);
  expect(tight.excluded).toEqual([{ path: 'images.top', reason: 'image' }]);
});
