import { openLimitMs } from '@app/testing/stack';
import { DashboardRoom } from './browser/dashboard-room';
import { WatchedPage } from './browser/watched-page';
import { LabelledJudgment } from './scenario/alternatives';
import { arrangeShownJudgments } from './scenario/shown-judgments';
import { Scenario } from './scenario/scenario';

/** A road through several pages; each step alone waits for nothing longer than a few seconds. */
const roadLimitMs = 120_000;

/** What a paste needs of a browser: tests have no types of them. */
interface Pasting {
  DataTransfer: new () => { setData(kind: string, text: string): void };
  ClipboardEvent: new (type: string, members: object) => object;
}
interface Pasted {
  dispatchEvent(event: object): boolean;
}

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let at: string;
/** A judgment with enough labels to compare another wording on. */
let labelled: LabelledJudgment;
let related: Scenario;

beforeAll(async () => {
  room = await DashboardRoom.open('judgments');
  ({ scenario, related, labelled } = await arrangeShownJudgments(room));
  at = encodeURIComponent(scenario.namespace);
  owner = await room.signedIn('owner');
}, openLimitMs);
// What one scenario complained of is not another's.
beforeEach(() => {
  owner.complaints.length = 0;
});
afterAll(async () => {
  await room?.stack.engine.set({ scripts: [], faults: [], noise: 0 });
  await room?.close();
});

it(
  'makes a judgment from a starter by keys alone, and its answer becomes fresh where it is looked at [DASH-06] [STR-04]',
  async () => {
    const { page } = owner;
    const looking = await WatchedPage.open(page.context(), room.origin);
    await looking.go(`/document?ns=${at}&id=o1`);
    await owner.turnTo(`/judgments?ns=${at}`);

    await owner.tabTo(page.getByRole('link', { name: 'New judgment' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^New judgment in/ }).waitFor();
    await owner.tabTo(page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('late');
    await owner.tabTo(page.getByRole('combobox', { name: 'Starter' }));
    await page.keyboard.type('Will arrive late');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await owner.tabTo(page.getByRole('textbox', { name: 'note' }));
    const preview = page.getByRole('region', { name: 'Preview' });
    await page.keyboard.type('state.note');
    await preview.getByText('delivery overdue since Monday').waitFor();
    expect(await preview.getByText('courier').count()).toBe(0);
    await owner.tabTo(page.getByRole('textbox', { name: 'carrier' }));
    await page.keyboard.type('attributes.carrier');
    // The preview follows what is typed, without a key for it.
    await preview.getByText('courier').waitFor();
    expect(await owner.barriers('light')).toEqual([]);

    await owner.tabTo(page.getByRole('button', { name: /^Try on 2 documents for about 2 judgments$/ }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('table', { name: 'Tried' })
      .getByRole('cell', { name: /^0\.\d{3}$/ })
      .first()
      .waitFor();
    await page.keyboard.press('Shift+Tab');
    await owner.tabTo(page.getByRole('button', { name: 'Create and backfill' }));
    await page.keyboard.press('Enter');
    await page.getByText('This change needs your confirmation').waitFor();
    expect((await scenario.call('GET', '/judgments/late')).status).toBe(404);
    await owner.tabTo(page.getByRole('button', { name: 'Confirm and create' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'late', exact: true }).waitFor();
    expect(await page.title()).toBe('late · Judgment Service');

    const card = looking.page.getByRole('region', { name: 'late' });
    await card.getByText('fresh', { exact: true }).waitFor({ timeout: 60_000 });
    expect([...owner.complaints, ...looking.complaints]).toEqual([]);
    await looking.page.close();
  },
  roadLimitMs,
);

it(
  'compares another wording for the price that is confirmed, makes it a version, and goes back [ALT-16] [ALT-34] [DASH-05]',
  async () => {
    const { page } = owner;
    const wording = labelled.wording('Late at all?');
    await labelled.scripted({ [wording]: { yes: 0.9, no: 0.1 } });
    const address = `/judgment?ns=${encodeURIComponent(labelled.scenario.namespace)}&name=late`;
    await owner.turnTo(`${address}&tab=alternatives`);
    await page.getByRole('textbox', { name: 'Another question' }).fill(wording);
    await page.getByRole('button', { name: 'Add alternative' }).click();
    const quote = page.getByRole('region', { name: 'Quote' });
    await quote.getByText('Smallest detectable gain').waitFor();
    const row = page.getByRole('table', { name: 'Alternatives' }).getByRole('row').filter({ hasText: 'question' });
    await row.getByText('unscored').waitFor();
    await row.getByText(/^user:/).waitFor();
    expect(await room.stack.engine.count(wording)).toBe(0);
    await quote.getByRole('button', { name: /^Score for \$/ }).click();
    await row.getByText('better', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('A better one is available').waitFor();
    expect(await owner.barriers('light')).toEqual([]);

    await row.getByRole('button', { name: 'Create version' }).click();
    await page.getByRole('heading', { name: 'New version of late' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe(wording);
    await page.getByRole('button', { name: 'Create version' }).click();
    await page.getByRole('heading', { name: 'late', exact: true }).waitFor();

    await owner.turnTo(`${address}&tab=versions`);
    const versions = page.getByRole('table', { name: 'Versions' });
    await versions.getByRole('row', { name: /^2 active/ }).waitFor();
    const differences = page.getByRole('table', { name: 'Differences' });
    await differences
      .getByRole('row', { name: /^question/ })
      .getByText(wording)
      .waitFor();
    await versions.getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate version 1' });
    await dialog.getByText('Judgments per month').waitFor();
    await dialog.getByRole('button', { name: /cost of a backfill first/ }).click();
    await dialog.getByText(/^\d+ documents? for \$/).waitFor();
    await dialog.getByRole('button', { name: 'Activate version 1' }).click();
    await versions.getByRole('row', { name: /^1 active/ }).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  roadLimitMs,
);

it(
  'shows where a template’s judgment comes from, and detaches it after telling what that does, and takes that back [TPL-05] [TPL-11] [TPL-12]',
  async () => {
    const { page } = owner;
    const tenant = encodeURIComponent(`${scenario.namespace}/t1`);
    await owner.turnTo(`/judgments?ns=${tenant}`);
    await page.getByRole('table', { name: 'Judgments' }).getByText(`${scenario.namespace}/* → here`).waitFor();
    await owner.turnTo(`/judgment?ns=${tenant}&name=angry&tab=settings`);
    const chain = page.getByRole('group', { name: 'Templates' });
    await chain.getByText('inherited', { exact: true }).waitFor();
    await chain.getByRole('button', { name: 'Detach' }).click();
    const dialog = page.getByRole('dialog', { name: 'Detach' });
    await dialog.getByText(/becomes its version 1/).waitFor();
    await dialog.getByRole('button', { name: 'Detach' }).click();
    await chain.getByText('detached: its own copy').waitFor();

    await page.getByRole('combobox', { name: 'Judged' }).click();
    await page.getByRole('option', { name: 'Only on request' }).click();
    await page.getByRole('button', { name: 'Save freshness' }).click();
    await page.getByText('manual', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Type angry to archive it' }).fill('angry');
    await page.getByRole('button', { name: 'Archive angry' }).click();
    await page.getByRole('table', { name: 'Judgments' }).getByText('inherited', { exact: true }).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  roadLimitMs,
);

it(
  'lets a member look at alternatives, groups, relations and versions, and offers nothing to change [DASH-03] [GRP-03] [GRP-05]',
  async () => {
    const member = await room.signedIn('member');
    const { page } = member;
    const judgment = `/judgment?ns=${encodeURIComponent(labelled.scenario.namespace)}&name=late`;
    await member.turnTo(`/groups?ns=${at}`);
    await page.getByRole('link', { name: 'carriers' }).click();
    const values = page.getByRole('table', { name: 'Values' });
    await values.getByRole('row', { name: /^courier 1 0/ }).waitFor();
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'notes, high first' }).click();
    await values.getByRole('row', { name: /^courier/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('order')).toBe('notes:desc');
    await member.turnTo(`/groups?ns=${encodeURIComponent(`${scenario.namespace}/*`)}`);
    const bands = page.getByRole('table', { name: 'Bands' });
    await bands.getByRole('row', { name: 'carriers notes below 10, 10 to below 100, 100 or more' }).waitFor();
    await member.turnTo(`/document?ns=${encodeURIComponent(related.namespace)}&id=o1`);
    const relations = page.getByRole('group', { name: 'Relations of held_up' });
    await relations.getByText('courier: documents whose id is its attributes.carrier').waitFor();
    await relations.getByRole('button', { name: 'Related documents' }).click();
    await relations.getByText('courier: 1 document').waitFor();
    await relations.getByText('strike on Monday').waitFor();
    await member.turnTo(`${judgment}&tab=alternatives`);
    await page.getByText('Compared with the version').waitFor();
    await member.turnTo(`${judgment}&tab=versions`);
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    await member.turnTo(`${judgment}&tab=settings`);
    await page.getByText('Read-only access: owners and admins make changes.').waitFor();
    const offers = /^(Score|Add|Create|Make|Activate|Archive|Detach|Save|Delete|Draft)/;
    expect(await page.getByRole('button', { name: offers }).count()).toBe(0);
    expect(member.complaints).toEqual([]);
    await page.context().close();
  },
  roadLimitMs,
);

it(
  'sends options as they are typed and none of another type, and shows what was never judged as such [ANS-02] [DASH-06] [JDG-02]',
  async () => {
    const { page } = owner;
    const topics = new Scenario(room.stack, 'topics', room.key);
    await topics.upsert('o1', { note: 'a bill' });
    const options = [{ value: 'billing:invoice', description: 'money: an invoice' }, { value: 'other' }];
    const kind = { name: 'kind', type: 'choice', question: 'What?', context: { fields: ['state.note'] }, options };
    await topics.judgment({ ...kind, freshness: { policy: 'manual' } });
    const ns = `ns=${encodeURIComponent(topics.namespace)}`;
    await owner.turnTo(`/documents?${ns}`);
    await page.getByRole('cell', { name: /^– unavailable never judged$/ }).waitFor();
    await page.getByText('1 shown, 1 with an answer that is not fresh').waitFor();

    await owner.turnTo(`/editor?${ns}&name=kind`);
    await page.getByRole('textbox', { name: 'Description of option 2' }).fill('all else');
    await page.getByRole('button', { name: 'Add option' }).click();
    await page.getByRole('textbox', { name: 'Value of option 3' }).evaluate((field) => {
      const { DataTransfer, ClipboardEvent } = globalThis as unknown as Pasting;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'parcel:late: came late\nparcel:lost');
      (field as unknown as Pasted).dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    expect(await owner.barriers('light')).toEqual([]);
    expect(await owner.excess()).toBe(0);
    await page.getByRole('button', { name: 'Create version' }).click();
    await page.getByRole('heading', { name: 'kind', exact: true }).waitFor();
    const optionsOf = async (name: string) =>
      (await topics.ok<{ definition: { options?: object[] } }>('GET', `/judgments/${name}`)).definition.options;
    expect(await optionsOf('kind')).toEqual([
      options[0],
      { value: 'other', description: 'all else' },
      { value: 'parcel:late', description: 'came late' },
      { value: 'parcel:lost' },
    ]);

    await owner.turnTo(`/editor?${ns}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('paid');
    await page.getByRole('textbox', { name: 'Question' }).fill('Paid?');
    await page.getByRole('checkbox', { name: 'state.note' }).check();
    const answer = page.getByRole('radiogroup', { name: 'Answer' });
    await answer.getByText('Choice').click();
    await page.getByRole('textbox', { name: 'Value of option 1' }).fill('in full');
    await page.getByRole('textbox', { name: 'Value of option 2' }).fill('in part');
    await answer.getByText('Yes or no').click();
    await page.getByRole('region', { name: 'Preview' }).getByText('a bill').waitFor();
    await page.getByRole('button', { name: 'Create judgment' }).click();
    await page.getByRole('heading', { name: 'paid', exact: true }).waitFor();
    expect(await optionsOf('paid')).toBeUndefined();
    // While an option is typed the service refuses the draft.
    expect(owner.complaints.filter((words) => !/400/.test(words))).toEqual([]);
  },
  roadLimitMs,
);

it(
  'marks in the JSON of a draft what the service refuses, and keeps the draft when the page is left [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/editor?ns=${at}`);
    await page.getByRole('textbox', { name: 'Name' }).fill('overdue');
    await page.getByRole('textbox', { name: 'Question' }).fill('Overdue?');
    await page.getByRole('checkbox', { name: 'state.note' }).check();
    await page.getByRole('region', { name: 'Preview' }).getByText('delivery overdue since Monday').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const text = page.getByRole('textbox', { name: 'The judgment as JSON' });
    await text.getByText('"state.note"').waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    const refused = {
      name: 'overdue',
      type: 'bool',
      question: 'Overdue?',
      context: { fields: ['state.note'] },
      horizon: 'x',
    };
    await text.fill(JSON.stringify(refused));
    await text.locator('.cm-lintRange-error').getByText('"x"').waitFor();
    await page.reload();
    await owner.settled();
    expect(await page.getByRole('textbox', { name: 'Outcome known after' }).inputValue()).toBe('x');
    await page
      .getByText(/must be digits and one of/)
      .first()
      .waitFor();
    // The refusals are what this scenario is about; nothing else may be complained of.
    expect(owner.complaints.filter((words) => !/400/.test(words))).toEqual([]);
  },
  roadLimitMs,
);

it(
  'finds a judgment by the palette, moves by rows, and gives the focus back [DASH-06]',
  async () => {
    const { page } = owner;
    await owner.turnTo(`/judgments?ns=${at}`);
    const link = page.getByRole('link', { name: 'New judgment' });
    await link.focus();
    const focused = (): Promise<string> => page.locator(':focus').innerText();
    // The focus is moved after what it is moved to is drawn.
    const focusOn = (words: string) => page.locator(':focus', { hasText: new RegExp(`^${words}$`) }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    expect(await owner.barriers('light')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
    await focusOn('New judgment');

    await page.keyboard.press('Control+k');
    // Letters that are typed before the field has the focus are shortcuts of the page.
    await page.getByRole('dialog', { name: 'Search' }).locator('input:focus').waitFor();
    await page.keyboard.type('angry');
    await page.getByRole('button', { name: `angry ${scenario.namespace}/*` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'angry' }).waitFor();
    expect(await page.title()).toBe('angry · Judgment Service');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
    await focusOn('angry');

    await owner.turnTo(`/documents?ns=${at}`);
    await page.getByRole('link', { name: 'o1' }).waitFor();
    await page.keyboard.press('j');
    const first = await focused();
    await page.keyboard.press('j');
    expect(await focused()).not.toBe(first);
    await page.keyboard.press('k');
    expect(await focused()).toBe(first);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: first, exact: true }).waitFor();
    expect(owner.complaints).toEqual([]);
  },
  roadLimitMs,
);
