import { NamespaceView } from '@app/contracts/documents';
import { eventually, openLimitMs } from '@app/testing/stack';
import type { Locator } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;
const isLong = Boolean(process.env['LONG']);

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let member: WatchedPage;
let at: string;

beforeAll(async () => {
  room = await DashboardRoom.open('forms');
  scenario = new Scenario(room.stack, 'forms', room.key);
  at = encodeURIComponent(scenario.namespace);
  await scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0.5 } }));
  await scenario.write({
    upsert: ['DE', 'DE', 'FR'].map((country, n) => ({
      id: `d${n}`,
      attributes: { country, total: n * 10 },
      state: { text: `${scenario.namespace} order ${n} waits` },
    })),
  });
  [owner, member] = [await room.signedIn('owner'), await room.signedIn('member')];
}, openLimitMs);
beforeEach(() => {
  owner.complaints.length = 0;
  member.complaints.length = 0;
});
afterAll(() => room?.close());

/** What axe finds of an open form, and whether the page scrolls sideways: it takes as long as the form itself. */
async function barriers(): Promise<string[]> {
  if (!isLong) return [];
  const excess = await owner.excess();
  const tooWide = excess > 0 ? [`${excess} pixels too wide`] : [];
  return [...tooWide, ...(await owner.barriers('light')), ...(await owner.barriers('dark'))];
}

/** What a function that runs in the page uses of it: tests have no types of browsers. */
interface Editing {
  getSelection(): { selectAllChildren(part: unknown): void };
  document: { execCommand(command: string, unused: false, text: string): void };
}

/** Replaces a text before the editor hears of the selection, as happens on busy machines: its marks stand meanwhile. */
async function replaceAtOnce(editor: Locator, text: string): Promise<void> {
  await editor.evaluate((part, words) => {
    const { getSelection, document } = globalThis as unknown as Editing;
    getSelection.call(globalThis).selectAllChildren(part);
    document.execCommand('insertText', false, words);
  }, text);
}

/** What a page complained of, without the refusals that a form is there to show. */
const unexpected = ({ complaints }: WatchedPage) => complaints.filter((words) => !/\b(400|409)\b/.test(words));

it(
  'makes a namespace, changes its settings, and lets judging go on for the price that a used-up budget shows [NS-12] [BUD-06] [DASH-06]',
  async () => {
    const { page } = owner;
    const made = `${scenario.namespace}/made`;
    await owner.turnTo('/namespaces');
    await page.getByLabel('New namespace').fill(made);
    await page.getByRole('button', { name: 'Create namespace' }).click();
    const form = page.getByRole('region', { name: 'Settings' });
    await form.getByRole('combobox', { name: 'Default engine' }).click();
    await page.getByRole('option', { name: 'gpt-6-luna current' }).click();
    await form.getByLabel('Pinned').check();
    await form.getByLabel('Fan-out answers per 24 h').fill('25');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved.').waitFor();
    const budget = page.getByRole('region', { name: 'Budget' });
    await budget.getByLabel('Monthly budget').fill('12.5');
    await budget.getByRole('button', { name: 'Save budget' }).click();
    await page.getByText('Budget saved.').waitFor();
    const { body } = await room.stack.api<NamespaceView>('GET', `/namespaces/${encodeURIComponent(made)}`, undefined, {
      key: room.key,
    });
    expect(body).toMatchObject({
      default_engine: { name: 'gpt-6-luna', version: 'current' },
      pinned: true,
      fanout: { enabled: true, rolling_limit: 25 },
      budget: { compute_usd_per_month: 12.5, on_exceeded: 'pause' },
    });

    const paused = new Scenario(room.stack, 'forms-paused', room.key);
    await paused.upsert('a', { text: `${paused.namespace} first` });
    await paused.judgment(boolJudgment('late'));
    await paused.ok('PATCH', '', { budget: { compute_usd_per_month: 0, on_exceeded: 'pause' } });
    await paused.upsert('a', { text: `${paused.namespace} second` });
    await owner.turnTo(`/namespaces?show=${encodeURIComponent(paused.namespace)}`);
    await budget.getByText(/^Judging the queue costs at most \$0\.\d+\. late: 1 document for \$0\.\d+\.$/).waitFor();
    expect(await barriers()).toEqual([]);
    await budget.getByRole('button', { name: 'Set $0.0100 and resume' }).click();
    await budget.getByText('Judging is paused').waitFor({ state: 'detached' });
    await paused.fresh('a', 'late');
    expect(unexpected(owner)).toEqual([]);
    await member.turnTo(`/namespaces?show=${encodeURIComponent(made)}`);
    const offers = /^(New|Create|Save|Set|Delete)/;
    expect(await member.page.getByRole('button', { name: offers }).count()).toBe(0);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'subscribes to the filter of the documents page with completion and refusals at their paths, changes and deletes it [SUB-11] [DASH-06]',
  async () => {
    const { page } = owner;
    const { id: endpoint } = await room.endpoint({ url: 'https://hooks.example.com/alerts', description: 'alerts' });
    const filter = JSON.stringify({ 'attributes.country': { eq: 'DE' } });
    await member.turnTo(`/documents?ns=${at}&filter=${encodeURIComponent(filter)}`);
    expect(await member.page.getByRole('link', { name: 'Subscribe to this filter' }).count()).toBe(0);
    await owner.turnTo(`/documents?ns=${at}&filter=${encodeURIComponent(filter)}`);
    await page.getByRole('link', { name: 'Subscribe to this filter' }).click();
    const form = page.getByRole('region', { name: 'New subscription' });
    const text = form.getByRole('textbox', { name: 'Filter' });
    await form.getByText('2 documents match now.').waitFor();
    await text.fill('{"answers.late.thresholds.none": true}');
    await form
      .getByRole('alert')
      .getByText(/^answers\.late\.thresholds\.none/)
      .waitFor();
    await text.locator('.cm-lintRange-error').waitFor();
    expect(await barriers()).toEqual([]);
    await text.fill('');
    await text.pressSequentially('{"attributes.t');
    await page.getByRole('option', { name: 'attributes.total' }).waitFor();
    // What is offered is taken by a key once it has stood long enough to be seen, 75 ms.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await text.getByText('attributes.total').waitFor();
    await text.fill('{"attributes.total": {"gte": 10}}');
    await form.getByText('2 documents match now.').waitFor();
    await form.getByLabel('Name').fill('large');
    await form.getByRole('combobox', { name: 'Endpoint' }).click();
    await page.getByRole('option', { name: /^alerts/ }).click();
    await form.getByLabel('Must match for').fill('soon');
    await form.getByRole('button', { name: 'Create subscription' }).click();
    await form.getByText(/digits and one of/).waitFor();
    await form.getByLabel('Must match for').fill('1h');
    await form.getByRole('button', { name: 'Create subscription' }).click();
    const row = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name: /^large 2/ });
    await row.waitFor();
    const whole = { filter: { 'attributes.total': { gte: 10 } }, endpoint, on: ['entered', 'exited'], min_hold: '1h' };
    expect(await scenario.ok('GET', '/subscriptions/large')).toMatchObject(whole);

    await page.getByRole('button', { name: 'New subscription' }).click();
    await form.getByLabel('Name').fill('large');
    await form.getByRole('button', { name: 'Create subscription' }).click();
    await form.getByText('A subscription large already exists').waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Change large' }).click();
    const change = page.getByRole('region', { name: 'Subscription large' });
    await change.getByLabel('When a document stops matching').uncheck();
    await change.getByRole('button', { name: 'Save subscription' }).click();
    await change.waitFor({ state: 'detached' });
    expect(await scenario.ok('GET', '/subscriptions/large')).toMatchObject({ ...whole, on: ['entered'] });
    await row.getByRole('button', { name: 'Delete large' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete large' }).click();
    await row.waitFor({ state: 'detached' });
    expect(unexpected(owner)).toEqual([]);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'makes an endpoint with types, prefix, description and pace, and changes them [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo('/endpoints');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const form = page.getByRole('region', { name: 'New endpoint' });
    await form.getByLabel('URL').fill('https://hooks.example.com/jobs');
    await form.getByLabel('job.failed').check();
    await form.getByLabel('Namespaces').fill('no such/#');
    await form.getByLabel('Description').fill('jobs of the desk');
    await form.getByLabel('Max. deliveries per second').fill('2.5');
    await form.getByRole('button', { name: 'Create endpoint' }).click();
    await form.getByText(/must be `\*`, a namespace, or a prefix/).waitFor();
    await form.getByLabel('Namespaces').fill(`${scenario.namespace}/*`);
    expect(await barriers()).toEqual([]);
    await form.getByRole('button', { name: 'Create endpoint' }).click();
    const secret = page.getByRole('note', { name: 'Signing secret' });
    await secret.getByText(/^whsec_/).waitFor();
    expect(await page.getByText('shown only once').count()).toBe(0);
    const list = { key: room.key };
    type Listed = { webhook_endpoints: { id: string; description: string | null }[] };
    const { body } = await room.stack.api<Listed>('GET', '/webhook-endpoints', undefined, list);
    const made = body.webhook_endpoints.find(({ description }) => description === 'jobs of the desk');
    expect(made).toMatchObject({
      url: 'https://hooks.example.com/jobs',
      events: ['job.failed'],
      namespace_prefix: `${scenario.namespace}/*`,
      max_per_second: 2.5,
    });

    await owner.turnTo(`/endpoint?id=${made?.id}`);
    const settings = page.getByRole('region', { name: 'Settings' });
    await settings.getByLabel('job.completed').check();
    await settings.getByLabel('Max. deliveries per second').fill('');
    await settings.getByRole('button', { name: 'Save endpoint' }).click();
    await page.getByText('Endpoint saved.').waitFor();
    const path = `/webhook-endpoints/${made?.id}`;
    expect((await room.stack.api('GET', path, undefined, list)).body).toMatchObject({
      events: ['job.failed', 'job.completed'],
      namespace_prefix: `${scenario.namespace}/*`,
      description: 'jobs of the desk',
      max_per_second: null,
    });
    await member.turnTo(`/endpoint?id=${made?.id}`);
    expect(await member.page.getByRole('button', { name: /^(Save|New|Create)/ }).count()).toBe(0);
    expect(unexpected(owner)).toEqual([]);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'writes, changes and deletes one document as JSON, loses nobody’s change, and marks what is refused [DOC-14] [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/documents?ns=${at}`);
    await page.getByRole('button', { name: 'New document' }).click();
    const making = page.getByRole('region', { name: 'New document' });
    const text = page.getByRole('textbox', { name: 'The document as JSON' });
    await making.getByLabel('Id').fill('d0');
    await text.fill('{"attributes": {"bad name": 1}, "state": {}}');
    await making.getByRole('button', { name: 'Create document' }).click();
    await making
      .getByRole('alert')
      .getByText(/^attributes/)
      .waitFor();
    await text.locator('.cm-lintRange-error').waitFor();
    await text.fill('{"attributes": {"account": 9007199254740993}, "state": {}}');
    await text.locator('.cm-lintRange-error').getByText('9007199254740993').waitFor();
    expect(await making.getByRole('button', { name: 'Create document' }).isDisabled()).toBe(true);
    await text.locator('.cm-matchingBracket').first().waitFor();
    await replaceAtOnce(text, '{"attributes": {"country": "IT"}, "state": {"text": "written by hand"}}');
    await making.getByRole('button', { name: 'Create document' }).click();
    // A document of that id stands: nothing is written over it.
    await making.getByRole('alert').getByText('conflict').waitFor();
    await making.getByLabel('Id').fill('by/hand');
    await making.getByRole('button', { name: 'Create document' }).click();
    await page.getByRole('heading', { level: 1, name: 'by/hand' }).waitFor();
    expect(await scenario.read('by/hand')).toMatchObject({
      attributes: { country: 'IT' },
      state: { text: 'written by hand' },
    });

    await page.getByRole('button', { name: 'Edit document' }).click();
    const editing = page.getByRole('region', { name: 'Edit document' });
    await text.getByText('"written by hand"').waitFor();
    expect(await barriers()).toEqual([]);
    await scenario.upsert('by/hand', { text: 'written meanwhile' });
    await text.fill('{"attributes": {"country": "ES"}, "state": {"text": "changed by hand"}}');
    await editing.getByRole('button', { name: 'Save document' }).click();
    await editing.getByRole('button', { name: 'Overwrite' }).waitFor();
    await page.getByText('"written meanwhile"').waitFor();
    await editing.getByRole('button', { name: 'Overwrite' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await scenario.read('by/hand')).toMatchObject({
      attributes: { country: 'ES' },
      state: { text: 'changed by hand' },
    });
    await page.getByRole('button', { name: 'Delete document' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
    await page.getByRole('heading', { level: 1, name: /^Documents of/ }).waitFor();
    expect((await scenario.call('GET', '/documents/by%2Fhand')).status).toBe(404);
    await member.turnTo(`/document?ns=${at}&id=d0`);
    expect(await member.page.getByRole('button', { name: /^(Edit|Delete|New|Label)/ }).count()).toBe(0);
    expect(unexpected(owner)).toEqual([]);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'labels a document that no queue drew, a member where members may label [OUT-01] [OUT-09] [DASH-03]',
  async () => {
    const { page } = owner;
    await scenario.fresh('d1', 'late');
    await owner.turnTo(`/document?ns=${at}&id=d1`);
    const card = page.getByRole('region', { name: 'late' });
    await card.getByRole('button', { name: 'Label' }).click();
    await card.getByRole('group', { name: 'Label of late' }).getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Labelled “yes”.').waitFor();
    await owner.turnTo('/settings?tab=organization');
    await page.getByLabel(/^Members may label/).click();
    await page.getByText('Organization saved.').waitFor();
    // Who is signed in is read when the dashboard is loaded.
    await member.go(`/document?ns=${at}&id=d2`);
    const theirs = member.page.getByRole('region', { name: 'late' });
    await theirs.getByRole('button', { name: 'Label' }).click();
    await theirs.getByRole('button', { name: 'No', exact: true }).click();
    await member.page.getByText('Labelled “no”.').waitFor();
    type Outcomes = {
      outcomes: { document: string; value: boolean; source: string; author: { type: string } | null }[];
    };
    const { outcomes } = await scenario.ok<Outcomes>('GET', '/judgments/late/outcomes');
    const shown = outcomes.map(({ document, value, source, author }) => [document, value, source, author?.type]);
    expect(shown.sort()).toEqual([
      ['d1', true, 'posted', 'user'],
      ['d2', false, 'posted', 'user'],
    ]);
    expect(unexpected(owner)).toEqual([]);
    expect(member.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'makes a composite with features, earlier values and banded answers of relations by forms, as the JSON beside shows [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/editor?ns=${at}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('trouble');
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Is there trouble?');
    await page.getByLabel('Paths that the engine reads').fill('state.text');
    await page.getByLabel('Previous values of paths').fill('state.text');
    await page.getByRole('button', { name: 'Add documents with the same key' }).click();
    const relation = page.getByRole('region', { name: 'Relation same' });
    await relation.getByLabel('Their key').fill('attributes.country');
    await relation.getByLabel('This document’s key').fill('attributes.country');
    for (const [n, edges] of ['0.9', '0.3, 0.7'].entries()) {
      await relation.getByRole('button', { name: 'Add answer' }).click();
      const answer = relation.getByRole('region', { name: `Answer ${n + 1}` });
      await answer.getByLabel('Judgment').fill('late');
      await answer.getByLabel('Band edges').fill(edges);
    }
    await relation.getByRole('button', { name: 'Remove answer 1' }).click();
    expect(await relation.getByLabel('Band edges').inputValue()).toBe('0.3, 0.7');
    const applies = page.getByRole('textbox', { name: 'Only for matching documents' });
    await applies.fill('{"answers.late.p": {"gte": 0.5}}');
    await page
      .getByRole('alert')
      .getByText(/^answers\.late\.p/)
      .waitFor();
    await applies.locator('.cm-lintRange-error').waitFor();
    await applies.fill('{"attributes.total": {"gte": 0}}');
    const parts = page.getByRole('group', { name: 'Parts' });
    for (const [n, name] of ['gone', 'angry', 'broken'].entries()) {
      await parts.getByRole('button', { name: 'Add part' }).click();
      const part = parts.getByRole('region', { name: `Part ${n + 1}` });
      await part.getByLabel('Part name').fill(name);
      await part.getByLabel('Part question').fill(`Is it ${name}?`);
    }
    await parts.getByRole('button', { name: 'Remove part 1' }).click();
    expect(await parts.getByLabel('Part name').first().inputValue()).toBe('angry');
    const features = page.getByRole('group', { name: 'Features' });
    await features.getByRole('button', { name: 'Add feature' }).click();
    await features.getByLabel('Feature name').fill('total');
    await features.getByLabel('Path of the number').fill('attributes.totl.x');
    await features.getByRole('alert').waitFor();
    await features.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'aggregate over related documents' }).click();
    await features.getByRole('combobox', { name: 'Aggregate' }).click();
    await page.getByRole('option', { name: 'mean' }).click();
    await features.getByLabel('Path in the related documents').fill('attributes.total');
    expect(await barriers()).toEqual([]);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'The judgment as JSON' }).getByText('"angry"').waitFor();
    await page.getByRole('tab', { name: 'Form' }).click();
    await page.getByRole('button', { name: 'Create judgment' }).click();
    await page.getByRole('heading', { level: 1, name: 'trouble' }).waitFor();
    const { definition } = await eventually(() => scenario.ok<{ definition: object }>('GET', '/judgments/trouble'));
    expect(definition).toMatchObject({
      parts: [
        { name: 'angry', question: 'Is it angry?' },
        { name: 'broken', question: 'Is it broken?' },
      ],
      applies_to: { 'attributes.total': { gte: 0 } },
      features: [{ name: 'total', of: 'same', aggregate: 'mean', path: 'attributes.total' }],
      context: {
        fields: ['state.text'],
        previous: { fields: ['state.text'] },
        related: {
          same: {
            join: { theirs: 'attributes.country', mine: 'attributes.country' },
            answers: [{ judgment: 'late', bands: [0.3, 0.7] }],
          },
        },
      },
    });
    expect(unexpected(owner)).toEqual([]);
  },
  limitMs,
);
