import type { EngineList } from '@app/contracts/engines';
import { Stack, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { Locator } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

const limitMs = 120_000;
const password = 'a horse that is correct';
const key = 'sim-key-of-the-form';

let stack: Stack;
let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let document: string;
let late: Locator;
let jev: Locator;
let banner: Locator;

/** Nothing stands behind `jev`, and owners of the room's organization choose what does. */
beforeAll(async () => {
  const needs = { name: 'dashboard-models', processes: true };
  stack = await openStack(needs);
  room = await DashboardRoom.open('models', stack);
  const { body } = await stack.api<{ id: string }>('GET', '/organization', undefined, { key: room.key });
  const luna = { preset: 'simulator', base_url: `${stack.at.engineUrl}/jev` };
  // The setting names an organization that is there already.
  const settings = {
    'engine-broker': { ENGINES: JSON.stringify({ 'gpt-6-luna': luna }), MODELS_PRIVATE_ADDRESSES: 'true' },
    gateway: { MODELS_SET_BY_OWNERS_OF: body.id },
  };
  await openStack({ ...needs, settings });
  await stack.operator.runWith(password, [
    ...['org', 'member-add', '--org', room.organization, '--email', room.emailOf('owner'), '--role', 'owner'],
    '--password-stdin',
  ]);
  scenario = new Scenario(stack, 'models', room.key);
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('d0', { text: 'the order is late again' });
  await scenario.fresh('d0', 'late');
  document = `/document?ns=${encodeURIComponent(scenario.namespace)}&id=d0`;
  owner = await room.signedIn('owner');
  const { page } = owner;
  late = page.getByRole('region', { name: 'late' });
  jev = page.getByRole('region', { name: 'jev', exact: true });
  banner = page.getByRole('status').filter({ hasText: 'The built-in engine gave answers on this page' });
}, openLimitMs);
beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(() => room?.close());

/** The engine behind `jev`, as programs read it. */
async function engineOf() {
  const { body } = await stack.api<EngineList>('GET', '/engines', undefined, { key: room.key });
  const found = body.engines.find(({ name }) => name === 'jev');
  if (!found) throw new Error('GET /engines does not list jev.');
  return found;
}

/** Chooses in a list of the form. */
async function choose(form: Locator, list: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: list }).click();
  await owner.page.getByRole('option', { name: option, exact: true }).click();
}

it(
  'says that the built-in engine answered, and judges a fresh answer again once its price was shown [DASH-06] [ENG-01]',
  async () => {
    const { page } = owner;
    await owner.turnTo(document);
    await banner.waitFor();
    await late.getByText(/^Judged .* by built-in current\+/).waitFor();
    const { judged_at: before } = await scenario.answer('d0', 'late');
    const judge = late.getByRole('button', { name: 'Judge now' });
    await owner.tabTo(judge);
    await page.keyboard.press('Enter');
    const price = late.getByText(/^The answer is fresh\. Asks jev for a new one: at most 1 unit, \$0\.\d+\.$/);
    await price.waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    await late.getByRole('button', { name: 'Cancel' }).click();
    await judge.click();
    await price.waitFor();
    await late.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/^Judged for \$0\.\d+\.$/).waitFor();
    await judge.waitFor();
    const { judged_at: after } = await scenario.answer('d0', 'late');
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows what the service warns of below the fields of the editor [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/editor?ns=${encodeURIComponent(scenario.namespace)}`);
    const warning = (words: string) => page.getByRole('tabpanel').getByRole('note').filter({ hasText: words });
    await page.getByRole('textbox', { name: 'Name' }).fill('overdue');
    await page.getByRole('textbox', { name: 'Question' }).fill('Overdue?');
    const paths = page.getByRole('textbox', { name: 'Paths that the engine reads, one per line' });
    await paths.fill('state.text\nstate.gone');
    await warning('field not found: No sampled document has `state.gone`').waitFor();
    await warning('built in engine: No model is configured for `jev`').waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    await paths.fill('state.text');
    await warning('field not found').waitFor({ state: 'detached' });
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'puts a model behind a name by the form: tried, saved, and it answers in an epoch of its own [DASH-06] [ENG-05]',
  async () => {
    const { page } = owner;
    const { engine_version: before } = await engineOf();
    await owner.turnTo('/engines');
    await page.getByRole('link', { name: 'Configure a model' }).click();
    await page.getByRole('tab', { name: 'Models', selected: true }).waitFor();
    await page.getByText('These settings apply to every organization of this installation').waitFor();
    await page.getByText(/^Amazon Bedrock\./).waitFor();
    await jev.getByText(/^Not configured: the built-in engine answers/).waitFor();
    const luna = page.getByRole('region', { name: 'gpt-6-luna' });
    await luna.getByText(/^The operator's configuration sets it, in ENGINES,/).waitFor();
    await luna.getByRole('button', { name: 'Test current model' }).click();
    await luna.getByText('All questions were answered.').waitFor();
    expect(await luna.getByRole('button', { name: /Configure|Edit|Remove|Save/ }).count()).toBe(0);
    await jev.getByRole('button', { name: 'Configure model' }).click();
    const form = jev.getByRole('form', { name: 'Model behind jev' });
    await choose(form, 'Provider', 'OpenAI');
    const address = form.getByRole('textbox', { name: 'Base URL' });
    await address.fill('ftp://judge.example.com');
    await form.getByRole('textbox', { name: /^Model/ }).fill('small');
    await form.getByLabel(/^API key/).fill('wrong-key');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('`base_url` must be an https address').waitFor();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill(`${stack.at.engineUrl}/openai`);
    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByText('Some questions were not answered.').waitFor();
    const tried = form.getByRole('table', { name: 'Tried' });
    await tried.getByRole('row', { name: /^bool .* auth 401 / }).waitFor();
    await form.getByLabel(/^API key/).fill(key);
    await tried.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Test' }).click();
    await form.getByText('All questions were answered.').waitFor();
    await tried.getByRole('row', { name: /^bool .* answered 200 \d+\.\d\d yes with 0\.\d{3} small$/ }).waitFor();
    await tried.getByRole('row', { name: /^choice .* answered 200 / }).waitFor();
    await tried.getByRole('row', { name: /^score .* answered 200 / }).waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.barriers('dark')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await owner.tabTo(form.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page.getByText('Model saved: it answers for jev from now on').waitFor();
    await jev.getByText('Configured here.').waitFor();
    await jev.getByText('set', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);

    const epoch = await eventually(async () => {
      const { engine_version: now, source } = await engineOf();
      expect([now === before, source]).toEqual([false, 'hosted']);
      return String(now);
    }, 15_000);
    await owner.turnTo('/engines');
    await page.getByRole('table', { name: 'Engines' }).getByRole('row', { name: /^jev/ }).getByText(epoch).waitFor();
    await owner.turnTo(document);
    await banner.waitFor();
    await late.getByRole('button', { name: 'Judge now' }).click();
    await late.getByRole('button', { name: 'Ask', exact: true }).click();
    await late.getByText(`by jev ${epoch}`).waitFor();
    await banner.waitFor({ state: 'detached' });
    const [asked] = (await stack.engine.asks('the order is late again')).slice(-1);
    expect(JSON.stringify(asked)).toContain('small');
    // The address that is none was refused.
    expect(owner.complaints.filter((words) => !/400/.test(words))).toEqual([]);
  },
  limitMs,
);

it(
  'keeps the key at its address, asks for a younger sign-in, tells stated probabilities, and removes the model [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo('/settings?tab=models');
    await jev.getByRole('button', { name: 'Edit model' }).click();
    const form = jev.getByRole('form', { name: 'Model behind jev' });
    expect(await form.getByLabel(/^API key/).inputValue()).toBe('');
    expect(await form.getByLabel(/^API key/).getAttribute('placeholder')).toContain('keep it');
    await form.getByRole('textbox', { name: /^Model/ }).fill('other');
    await choose(form, 'Probabilities', 'as stated by the model');
    // As after 16 minutes: to wait, or to move the clock of the stack, would take longer than all the rest.
    const message = 'You signed in more than 15 minutes ago; sign in again to do this.';
    const refusal = {
      error: { code: 'forbidden', message, details: { reason: 'sign_in_again' }, request_id: 'req_1' },
    };
    const path = /\/models\/jev$/;
    await page.route(path, (route) => route.fulfill({ status: 403, json: refusal }));
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByRole('button', { name: 'Sign in again' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again to do this' });
    await again.getByLabel('Password', { exact: true }).fill(password);
    expect(await owner.barriers('light')).toEqual([]);
    await page.unroute(path);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.waitFor({ state: 'detached' });
    await form.getByText('You are signed in again. Repeat the action.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await jev.getByText('other', { exact: true }).waitFor();
    await jev.getByText('set', { exact: true }).waitFor();
    await owner.turnTo(document);
    await late.getByRole('button', { name: 'Judge now' }).click();
    await late.getByRole('button', { name: 'Ask', exact: true }).click();
    await late.getByText(/by jev current\+\S+ \(stated probabilities\)/).waitFor();

    await owner.turnTo('/settings?tab=models');
    await jev.getByRole('button', { name: 'Remove model' }).click();
    const question = page.getByRole('dialog', { name: 'Remove model' });
    await question.getByRole('button', { name: 'Remove model' }).click();
    await page.getByText('Model of jev removed.').waitFor();
    await jev.getByText(/^Not configured: the built-in engine answers/).waitFor();
    await owner.turnTo('/settings?tab=audit');
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('Removed a model').first().waitFor();
    await changes.getByText('Set a model').first().waitFor();
    // The refusal is what this scenario is about.
    expect(owner.complaints.filter((words) => !/403/.test(words))).toEqual([]);
  },
  limitMs,
);

const wires: [provider: string, address: string, hasKey: boolean][] = [
  ['Azure OpenAI', '/azure/openai/deployments/small/chat/completions?api-version=2024-10-21', true],
  ['Ollama, a chat model', '/ollama', false],
  ['Anthropic', '/anthropic', true],
];

it.each(wires)(
  'puts %s behind a name by the form, and it answers in an epoch of its own [DASH-06] [ENG-05]',
  async (provider, address, hasKey) => {
    const { page } = owner;
    const { engine_version: before } = await engineOf();
    await owner.turnTo('/settings?tab=models');
    await jev.getByRole('button', { name: /^(Configure|Edit) model$/ }).click();
    const form = jev.getByRole('form', { name: 'Model behind jev' });
    await choose(form, 'Provider', provider);
    await form.getByRole('textbox', { name: 'Base URL' }).fill(`${stack.at.engineUrl}${address}`);
    await form.getByRole('textbox', { name: /^Model/ }).fill('small');
    if (hasKey) await form.getByLabel(/^API key/).fill(key);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Model saved: it answers for jev from now on').first().waitFor();
    const epoch = await eventually(async () => {
      const { engine_version: now } = await engineOf();
      expect(now).not.toBe(before);
      return String(now);
    }, 15_000);
    await owner.turnTo(document);
    await late.getByRole('button', { name: 'Judge now' }).click();
    await late.getByRole('button', { name: 'Ask', exact: true }).click();
    await late.getByText(`by jev ${epoch}`).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  limitMs,
);

it(
  'shows models to nobody else [DASH-03] [DASH-06]',
  async () => {
    const member = await room.signedIn('member');
    await member.turnTo('/settings');
    await member.page.getByRole('tab', { name: 'Members' }).waitFor();
    expect(await member.page.getByRole('tab', { name: 'Models' }).count()).toBe(0);
    await member.turnTo('/settings?tab=models');
    await member.page
      .getByText(/^Models are configured by owners of the organizations that the operator lists/)
      .waitFor();
    expect(member.complaints).toEqual([]);
    await member.page.context().close();
  },
  limitMs,
);
