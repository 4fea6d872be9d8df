import { FaultServer, json } from '@app/sdk/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Terminal } from '../../testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let base: string;
let keyFile: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret' };
  keyFile = join(terminal.home, 'key');
  writeFileSync(keyFile, 'sk-of-the-vendor\n');
});
afterEach(() => terminal.remove());

const organization = { id: 'org_1', name: 'Acme', plan: 'team', role: 'owner', sets_models: true };
const signedIn = json(
  201,
  { session: {}, user: {}, organization, role: 'owner', organizations: [organization] },
  { 'set-cookie': 'judgment_8080=ses-token; Path=/; HttpOnly; SameSite=Strict' },
);
const view = {
  engine: 'jev',
  set_by: 'owner',
  source: 'hosted',
  provider: 'openai',
  model: 'small',
  base_url: 'https://api.openai.com',
  has_key: true,
  engine_version: 'current+2026-11-28.2',
  problem: null,
};
const asked = { answered: true, http_status: 200, seconds: 0.4, reason: null, message: null };
const out = json(200, { deleted: true });
const run = (...words: string[]) => terminal.run(['engines', ...words, '--as', 'ada@acme.example'], 'right horse\n');
const heard = () => server.heard.map(({ method, url }) => `${method} ${url.slice(3)}`);

it('engines set signs a person in, sends the key of a file, and prints no key', async () => {
  server.play(signedIn, json(200, view), out);
  const model = ['--provider', 'openai', '--model', 'small', '--key-file', keyFile];
  const { code, out: shown, err } = await run('set', 'jev', ...model, '--yes');
  expect(code).toBe(0);
  expect(heard()).toEqual(['POST /sessions', 'PUT /models/jev', 'DELETE /sessions/current']);
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({
    provider: 'openai',
    model: 'small',
    key: 'sk-of-the-vendor',
  });
  expect(server.heard[1]?.headers.authorization).toBeUndefined();
  expect(err).toContain('gets the documents of all organizations');
  expect(shown).toContain('set by\towner\nsource\thosted\nprovider\topenai\nmodel\tsmall');
  expect(shown + err).not.toContain('sk-of-the-vendor');
});

it('engines set and remove change nothing without a yes, and set needs a provider', async () => {
  for (const words of [
    ['set', 'jev', '--provider', 'ollama', '--model', 'm'],
    ['remove', 'jev'],
  ]) {
    server.play(signedIn, out);
    expect(await run(...words)).toMatchObject({ code: 5 });
    expect(heard()).toEqual(['POST /sessions', 'DELETE /sessions/current']);
  }
  server.play();
  expect(await run('set', 'jev', '--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--provider') as string,
  });
  expect(await run('set', 'gpt-9', '--provider', 'ollama')).toMatchObject({ code: 2 });
  expect(server.heard).toEqual([]);
  server.play(signedIn, json(200, { ...view, set_by: 'none' }), out);
  expect(await run('remove', 'jev', '--yes')).toMatchObject({ code: 0 });
});

it('engines try asks what stands, or a model, and ends with 1 where a question was not answered', async () => {
  const questions = [
    { ...asked, type: 'bool', p: 0.93 },
    { ...asked, type: 'choice', value: 'replacement' },
    { ...asked, type: 'score', score: 1.2 },
  ];
  server.play(signedIn, json(200, { engine: 'jev', answered: true, questions }), out);
  expect(await run('try', 'jev')).toMatchObject({
    code: 0,
    out: 'type\tstatus\tseconds\treading\treason\tmessage\nbool\t200\t0.4\t0.93\t\t\nchoice\t200\t0.4\treplacement\t\t\nscore\t200\t0.4\t1.2\t\t\n',
  });
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({});
  const failed = { ...asked, type: 'bool', answered: false, http_status: 401, reason: 'auth', message: 'The key …' };
  server.play(signedIn, json(200, { engine: 'jev', answered: false, questions: [failed] }), out);
  expect(await run('try', 'jev', '--provider', 'custom', '--model', 'm', '--model-url', 'http://x')).toMatchObject({
    code: 1,
  });
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({
    model: { provider: 'custom', model: 'm', base_url: 'http://x' },
  });
});
