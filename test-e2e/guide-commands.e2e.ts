import { Block, blocksOf } from '@app/testing/guide';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Ended, PackedCli, program } from './scenario/packed-cli';
import { Scenario } from './scenario/scenario';

/** README, and the guides in the order in which a newcomer reads them: each goes on where the one before ended. */
const guides = ['own-data', 'models', 'questions', 'labels', 'thresholds', 'webhooks', 'related', 'python'];
const pages = ['README.md', ...guides.map((name) => `docs/guide/${name}.md`)];
const isLong = process.env.LONG === '1';
/** In every run the first page alone: a reader who meets a command that fails there does not go on. */
const run = isLong ? pages : pages.slice(0, 1);
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const limitMs = 120_000;

let stack: StackClient;
let cli: PackedCli;
let key: string;
let folder: string;
beforeAll(async () => {
  stack = await sharedStack();
  await newcomer('readme');
  cli = await PackedCli.install(stack.baseUrls[0] ?? '', key);
  folder = mkdtempSync(join(tmpdir(), 'guide-commands-'));
}, openLimitMs);
afterAll(async () => {
  await stack?.leave();
  cli?.remove();
  if (folder) rmSync(folder, { recursive: true });
});

/** From here on commands run for somebody new: pages say acme/desk, and in an organization of its own it is nobody else's. */
async function newcomer(name: string): Promise<void> {
  key = await stack.operator.organization(`${name}-${Date.now().toString(36)}`);
}

/** What a reader of a page runs, in order. */
const runOf = (page: string, language: string): Block[] =>
  blocksOf(page).filter((block) => block.language === language && block.marks.length === 0);

/** Runs a program as a reader does who has the command line and an address and a key in the environment. */
function asReader(file: string, words: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const baseUrl = cli.baseUrl;
  const env = {
    PATH: `${dirname(cli.file)}:${process.env.PATH ?? ''}`,
    BASE: baseUrl,
    KEY: key,
    JUDGMENT_BASE_URL: baseUrl,
    JUDGMENT_API_KEY: key,
    JUDGMENT_NAMESPACE: 'acme/desk',
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...more,
  };
  return program(file, words, { cwd: folder, env });
}

/** Labels as somebody has them who has gone on for a while: a recommendation needs 30 of both kinds. */
async function label(): Promise<void> {
  const desk = new Scenario(stack, 'guides', key, 'acme/desk');
  const ids = Array.from({ length: 80 }, (_, n) => `old-${n}`);
  await desk.write({ upsert: ids.map((id, n) => ({ id, state: { text: `Ticket ${n}: my parcel is late.` } })) });
  const lines = ids.map((id, n) => `${id},${n % 3 === 0}`);
  writeFileSync(join(folder, 'old.csv'), `document,value\n${lines.join('\n')}\n`);
  for (const line of ['backfill -j late --yes --wait', 'outcomes import old.csv -j late --latest']) {
    const { code, err } = await asReader(cli.file, line.split(' '));
    if (code !== 0) throw new Error(err);
  }
}

describe('the commands of the guides do what they say', () => {
  it.each(run)(
    'those of %s',
    async (page) => {
      if (page === 'docs/guide/own-data.md') await newcomer('guides');
      if (page === 'docs/guide/thresholds.md') await label();
      for (const { at, text } of runOf(page, 'sh')) {
        const { code, err } = await asReader('/bin/bash', ['-e', '-c', text]);
        if (code !== 0) throw new Error(`${at} ended with ${code}: ${err}`);
      }
    },
    limitMs,
  );
});

if (isLong)
  describe('the checks of signatures that the guide of webhooks spells out', () => {
    const body = '{"id": "evt_1",  "type": "webhook.test", "data": {"namespace": null, "text": "Größe"}}';
    const timestampS = Math.floor(Date.now() / 1_000);
    const signature = new Webhook(secret).sign('evt_1', new Date(timestampS * 1_000), body);
    const given = { WEBHOOK_SECRET: secret, ID: 'evt_1', AT: String(timestampS) };
    const page = 'docs/guide/webhooks.md';

    it('in shell prints the signature of the request [SIG-01]', async () => {
      writeFileSync(join(folder, 'body.json'), body);
      const [{ text } = { text: '' }] = blocksOf(page).filter(({ marks }) => marks.includes('verify'));
      const { out, err } = await asReader('/bin/bash', ['-e', '-c', text], given);
      expect([`v1,${out.trim()}`, err]).toEqual([signature, '']);
    });

    it('in Python takes a genuine request, and neither another body nor an old one [SIG-01] [SIG-06]', async () => {
      const [{ text } = { text: '' }] = runOf(page, 'py');
      const place = join(folder, 'python');
      mkdirSync(place);
      writeFileSync(
        join(place, 'check.py'),
        `${text}
body = open("../body.json", "rb").read()
headers = {"webhook-id": "evt_1", "webhook-timestamp": ${JSON.stringify(given.AT)}, "webhook-signature": ${JSON.stringify(`v1,AAAA ${signature}`)}}
print(is_genuine(headers, body), is_genuine(headers, body + b" "), is_genuine({**headers, "webhook-timestamp": "1"}, body))
`,
      );
      const { out, err } = await program('python3', ['check.py'], { cwd: place, env: given });
      expect([out, err]).toEqual(['True False False\n', '']);
    });

    it('and the program of the guide of Python prints the documents', async () => {
      const [{ text } = { text: '' }] = runOf('docs/guide/python.md', 'py');
      writeFileSync(join(folder, 'read.py'), text);
      const { out, err } = await asReader('python3', ['read.py']);
      expect(err).toBe('');
      expect(out).toMatch(/^T-1 [\d.]+$/m);
    });
  });
