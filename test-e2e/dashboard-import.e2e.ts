import { openLimitMs } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { savedText } from './browser/saved-text';
import { WatchedPage } from './browser/watched-page';
import { Scenario } from './scenario/scenario';

/** What a function that runs in the page uses of it. */
interface Dropping {
  DataTransfer: new () => { items: { add(file: object): void } };
  File: new (parts: string[], name: string) => object;
}

const isLong = Boolean(process.env['LONG']);
const limitMs = 120_000;

let room: DashboardRoom;
let owner: WatchedPage;

beforeAll(async () => {
  room = await DashboardRoom.open('importing');
  owner = await room.signedIn('owner');
}, openLimitMs);
beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(() => room?.close());

const namespaceOf = (name: string) => new Scenario(room.stack, name, room.key, `${room.organization}/${name}`);
const at = (scenario: Scenario) => encodeURIComponent(scenario.namespace);

/** Chooses a file by the page's own field. */
async function choose(name: string, content: string | Buffer): Promise<void> {
  await owner.page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content as string) });
  await owner.page.getByRole('region', { name }).waitFor();
}

/** Drops a file onto the page. */
async function drop(name: string, content: string): Promise<void> {
  const { page } = owner;
  const transfer = await page.evaluateHandle(
    ([named, text]) => {
      const { DataTransfer, File } = globalThis as unknown as Dropping;
      const given = new DataTransfer();
      given.items.add(new File([text], named));
      return given;
    },
    [name, content] as const,
  );
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('region', { name }).waitFor();
}

/** What axe finds, and whether the page scrolls sideways. */
async function barriers({ isShort = true } = {}): Promise<string[]> {
  if (!isShort && !isLong) return [];
  const excess = await owner.excess();
  const tooWide = excess > 0 ? [`${excess} pixels too wide`] : [];
  return [...tooWide, ...(await owner.barriers('light')), ...(await owner.barriers('dark'))];
}

const result = () => owner.page.getByRole('region', { name: 'Result of the import' });
const factOf = async (name: string) => {
  const box = result().getByText(name, { exact: true }).locator('..');
  return (await box.innerText()).split('\n').pop();
};

it(
  'an empty organization begins with a file of its own: semicolons, Windows-1252, by keyboard alone [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.go('/');
    await owner.tabTo(page.getByRole('link', { name: 'Try with your own data' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import a file' }).waitFor();
    // A page that still reads may draw anew, and take the focus from the field.
    await owner.settled();
    const input = page.locator('input[type=file]');
    await owner.tabTo(input);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    const rows = ['Müller', 'Groß', 'Köln'].map(
      (name, n) => `${n + 1};0${n};202${n};${1_000 + n};Die Rechnung von ${name} kam zweimal an, bitte prüfen`,
    );
    const content = Buffer.from(`nr;plz;year;seats;text\r\n${rows.join('\r\n')}\r\n`, 'latin1');
    await (await chooser).setFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: content });
    await page.getByRole('alert').getByText('windows-1252').waitFor();
    await owner.tabTo(page.getByLabel('Encoding'));
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Import seats as numbers' }).waitFor();
    expect(await page.getByLabel('Delimiter').locator('option:checked').innerText()).toBe('Detected: semicolon');
    expect(await page.getByLabel('Column of the id').inputValue()).toBe('nr');
    await owner.tabTo(page.getByRole('button', { name: 'Import seats as numbers' }));
    await page.keyboard.press('Enter');
    await owner.tabTo(page.getByLabel('Name of the namespace'));
    await page.keyboard.type('kunden');
    const body = page.getByRole('region', { name: 'Body of the request' });
    expect(JSON.parse(await body.innerText())).toMatchObject({
      upsert: [
        {
          id: '1',
          if_version: 0,
          attributes: { plz: '00', year: '2020', seats: 1_000 },
          state: { text: 'Die Rechnung von Müller kam zweimal an, bitte prüfen' },
        },
        { id: '2' },
        { id: '3' },
      ],
    });
    expect(await barriers()).toEqual([]);
    const scenario = namespaceOf('kunden');
    await owner.tabTo(page.getByRole('button', { name: `into ${scenario.namespace}` }));
    await page.keyboard.press('Enter');
    await result().getByRole('heading', { name: 'kunden.csv is imported' }).waitFor();
    expect([await factOf('Created'), await factOf('Refused')]).toEqual(['3', '0']);
    expect(
      await result()
        .getByText(/^year looks like numbers and was written as text/)
        .count(),
    ).toBe(1);
    expect(await result().getByRole('link', { name: 'Ask a question' }).getAttribute('href')).toContain(
      `/ask?ns=${at(scenario)}`,
    );
    expect(await barriers()).toEqual([]);
    const read = await scenario.read('2');
    expect(read).toMatchObject({
      attributes: { plz: '01', seats: 1_001 },
      state: { text: expect.stringContaining('Groß') as string },
    });
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'ids of 64 bits keep their digits, documents that exist are counted and merged, refused rows are a file that can be imported [DASH-06]',
  async () => {
    const { page } = owner;
    const scenario = namespaceOf('events');
    const [first, second] = ['9007199254740993', '9007199254740995'];
    await scenario.upsert(first, { note: 'before', kept: true });
    await owner.turnTo(`/namespaces?show=${at(scenario)}`);
    await page.getByRole('link', { name: 'Import a file' }).click();
    const rows = [
      `{"id":${first},"kind":"a","note":"long enough to be read as a text, of many words"}`,
      `{"id":${second},"kind":"b","note":"another one that is long enough to be read as text"}`,
      `{"id":3,"kind":"${'x'.repeat(1_100)}","note":"an attribute that is too long for the service to take"}`,
      '{"id":4,"kind":"d","note":',
    ];
    await choose('events.jsonl', `${rows.join('\n')}\n`);
    await page.getByLabel('Import kind as').selectOption('attribute');
    await page.getByRole('radiogroup', { name: 'Rows whose document exists' }).getByText('Merge').click();
    await page.getByText('1 of the first 3 ids exists already: it is merged.').waitFor();
    await page.getByText(/^1 of the first 4 rows will be refused\. Line 4: /).waitFor();
    await page.getByRole('button', { name: `into ${scenario.namespace}` }).click();
    await result().getByRole('heading', { name: 'events.jsonl is imported' }).waitFor();
    expect([await factOf('Created'), await factOf('Existed, merged'), await factOf('Refused')]).toEqual([
      '1',
      '1',
      '2',
    ]);
    expect(await scenario.read(first)).toMatchObject({
      attributes: { kind: 'a' },
      state: { note: expect.stringMatching(/^long/) as string, kept: true },
    });
    expect(await scenario.read(second)).toMatchObject({ attributes: { kind: 'b' } });

    const download = page.waitForEvent('download');
    await result().getByRole('button', { name: 'Save 2 refused rows' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('events.refused.jsonl');
    const [refused, unread] = (await savedText(saved))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(refused).toMatchObject({ refused_line: 3, refused_reason: expect.any(String) as string, id: '3' });
    expect(unread).toMatchObject({ refused_line: 4, refused_text: rows[3] });
    await choose('mended.jsonl', JSON.stringify({ ...refused, kind: 'c' }));
    await page.getByRole('button', { name: `into ${scenario.namespace}` }).click();
    await result().getByRole('heading', { name: 'mended.jsonl is imported' }).waitFor();
    const { state, attributes } = await scenario.read('3');
    expect([Object.keys(state ?? {}), attributes]).toEqual([['note'], { kind: 'c' }]);
    // The browser's own words about the write that met a document, and the one that held a bad row.
    expect(owner.complaints.filter((words) => !/\b(400|409|413|422)\b/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'an import that is paused goes on after a reload with the same file, and is undone but for a document that was changed since [DASH-06]',
  async () => {
    const { page } = owner;
    const scenario = namespaceOf('tickets');
    const lines = Array.from({ length: 2_100 }, (_, n) => `t${n},${n % 7 === 0 ? 'open' : 'done'}`);
    const content = `id,status\n${lines.join('\n')}\n`;
    const writes = /\/documents$/;
    let written = 0;
    await page.route(writes, async (route) => {
      written++;
      if (written === 2) await page.getByRole('button', { name: 'Pause' }).click();
      await route.continue();
    });
    await owner.turnTo(`/import?ns=${at(scenario)}`);
    await choose('tickets.csv', content);
    await page.getByRole('button', { name: `into ${scenario.namespace}` }).click();
    await page.getByText('Paused.').waitFor();
    await page.getByText(/ %, 1,000 rows, /).waitFor();
    expect(await barriers({ isShort: false })).toEqual([]);
    expect(written).toBe(2);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.unroute(writes);
    await owner.turnTo('/import');
    const earlier = page.getByRole('region', { name: 'Earlier imports' });
    await earlier.getByText(/^tickets\.csv into .* stopped at \d/).waitFor();
    await choose('other.csv', 'id,status\na,open\n');
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await choose('renamed.csv', content);
    await page.getByRole('button', { name: 'Continue' }).click();
    await result().getByRole('heading', { name: 'tickets.csv is imported' }).waitFor();
    expect([await factOf('Created'), await factOf('Existed, replaced')]).toEqual(['2,100', '0']);
    const count = async () => (await scenario.query({ count: true, limit: 1 })).count;
    expect(await count()).toBe(2_100);

    await scenario.upsert('t5', { note: 'changed by somebody' });
    await result().getByRole('button', { name: 'Undo this import' }).click();
    const question = page.getByRole('dialog', { name: 'Undo this import' });
    await question.getByText(/^2,100 documents that this import created are deleted/).waitFor();
    await question.getByRole('button', { name: 'Undo this import' }).click();
    await result().getByText('2,099 documents are deleted. 1 document stays: changed since the import.').waitFor();
    expect(await count()).toBe(1);
    expect(await barriers({ isShort: false })).toEqual([]);
    expect(owner.complaints.filter((words) => !/\b409\b/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'a file that is refused from its beginning stops with the sentence, and a member meets no button [DASH-06]',
  async () => {
    const { page } = owner;
    const scenario = namespaceOf('wrong');
    await owner.turnTo(`/import?ns=${at(scenario)}`);
    const lines = Array.from({ length: 150 }, (_, n) => `w${n},${'x'.repeat(1_100)}`);
    await drop('wrong.csv', `id,note\n${lines.join('\n')}\n`);
    await page.getByLabel('Import note as').selectOption('attribute');
    await page.getByRole('button', { name: `into ${scenario.namespace}` }).click();
    await page.getByText(/^Stopped: the first 100 rows were refused for one reason/).waitFor();
    expect(owner.complaints.filter((words) => !/\b(400|413)\b/.test(words))).toEqual([]);

    const member = await room.signedIn('member');
    const asked: string[] = [];
    member.page.on('request', (request) => asked.push(request.url()));
    await member.go('/');
    expect(asked.filter((url) => /import-page/.test(url))).toEqual([]);
    expect(await member.page.getByRole('link', { name: 'Try with your own data' }).count()).toBe(0);
    await member.turnTo('/import');
    await member.page.getByText('Owners and admins import files.').waitFor();
    const main = member.page.getByRole('main');
    expect([await main.getByRole('button').count(), await main.locator('input').count()]).toEqual([0, 0]);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);
