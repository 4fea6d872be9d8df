import type { ChatStub } from '@app/testing/simulator';
import { openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { DashboardRoom } from '../browser/dashboard-room';
import { WatchedPage } from '../browser/watched-page';
import { LabelledJudgment } from './alternatives';
import { Scenario } from './scenario';

const limitMs = 120_000;
/** What the language model drafts. */
export const drafted = {
  question: 'Does it come too late for the customer?',
  criteria: 'Count only parcels whose promised day has passed.',
};
/** Stands in documents alone. */
const secret = 'quokka7';
const luna = 'gpt-6-luna current';

/** In a browser: wordings drafted once Suggestions are on, and a new provider ticked before a price is confirmed. */
export function tellComparedInBrowser(stack: () => Stack, writer: () => ChatStub): void {
  let room: DashboardRoom;
  let labelled: LabelledJudgment;
  let owner: WatchedPage;
  let address: string;

  beforeAll(async () => {
    room = await DashboardRoom.open('alternatives', stack());
    labelled = new LabelledJudgment(new Scenario(stack(), 'compared', room.key), 40);
    await labelled.arrange({}, {}, ({ text }) => ({ text, note: secret }));
    owner = await room.signedIn('owner');
    address = `/judgment?ns=${encodeURIComponent(labelled.scenario.namespace)}&name=late&tab=alternatives`;
  }, openLimitMs);
  beforeEach(() => {
    owner.complaints.length = 0;
  });
  afterAll(() => room?.browser.close());

  it(
    'drafts wordings once Suggestions are on, says what is sent and to whom, and sends that alone [DRF-01] [DRF-04] [DASH-05]',
    async () => {
      const { page } = owner;
      const drafts = page.getByRole('region', { name: 'Draft wordings' });
      const draft = drafts.getByRole('button', { name: 'Draft wordings' });
      await owner.go(address);
      await drafts.getByText('Suggestions are off, so nothing is sent to a language model.').waitFor();
      expect(await draft.count()).toBe(0);
      await drafts.getByRole('link', { name: 'settings' }).click();
      await page.getByLabel(/^Suggestions: let a language model draft wordings/).click();
      await page.getByText('Organization saved.').waitFor();

      await owner.go(address);
      await drafts.getByText(/are sent to the language model that the operator of this service has set up/).waitFor();
      await drafts
        .getByText(/No document, context, example or outcome is sent, and nothing is stored or scored/)
        .waitFor();
      // To look at the page sends nothing.
      expect(writer().requests).toEqual([]);
      await draft.click();
      const wording = drafts.getByRole('textbox', { name: 'Drafted question' });
      await wording.waitFor();
      expect(await wording.inputValue()).toBe(drafted.question);
      await drafts.getByText(drafted.criteria).waitFor();
      expect(writer().requests).toHaveLength(1);
      const [{ body: sent }] = writer().requests;
      expect(sent).toContain(labelled.question);
      for (const unsent of [secret, labelled.documents[0].text, 'state.text']) expect(sent).not.toContain(unsent);
      expect(await owner.barriers('light')).toEqual([]);
      expect(await owner.excess()).toBe(0);

      const own = labelled.wording('Is it too late for the customer?');
      await wording.fill(own);
      await drafts.getByRole('button', { name: 'Add alternative' }).click();
      await page.getByText('Alternative added.').waitFor();
      const rows = (await labelled.table()).alternatives;
      expect(rows.filter(({ differs }) => differs?.some((line) => line.startsWith('question: ')))).toMatchObject([
        { definition: { question: own, criteria: drafted.criteria } },
      ]);
      expect(await stack().engine.count(own)).toBe(0);
      expect(owner.complaints).toEqual([]);
    },
    limitMs,
  );

  it(
    'has a provider that saw no context of the namespace ticked before a price is confirmed, each time anew [ALT-38] [DASH-05]',
    async () => {
      const { page } = owner;
      await owner.go(address);
      const form = page.getByRole('region', { name: 'Add an alternative' });
      await form.getByRole('combobox', { name: 'Another engine' }).click();
      await page.getByRole('option', { name: luna }).click();
      await form.getByRole('button', { name: 'Add alternative' }).click();
      const quote = page.getByRole('region', { name: 'Quote' });
      const tick = quote.getByRole('checkbox', {
        name: `Send labelled contexts to ${luna}, which has not received any of this namespace`,
      });
      const score = quote.getByRole('button', { name: /^Score for \$/ });
      await tick.waitFor();
      expect(await score.isEnabled()).toBe(false);
      await tick.check();
      expect(await score.isEnabled()).toBe(true);
      await tick.uncheck();
      expect(await score.isEnabled()).toBe(false);
      expect(await owner.barriers('light')).toEqual([]);
      // What was ticked counts for the quote that was looked at, not for the next one.
      await tick.check();
      await form.getByRole('textbox', { name: 'Another question' }).fill(labelled.wording('Late for sure?'));
      await form.getByRole('button', { name: 'Add alternative' }).click();
      await tick.and(page.locator(':not(:checked)')).waitFor();
      expect(await score.isEnabled()).toBe(false);

      await tick.check();
      await score.click();
      await page.getByText('Run started.').waitFor();
      await tick.waitFor({ state: 'detached' });
      const table = page.getByRole('table', { name: 'Alternatives' });
      await table.getByText('unscored').first().waitFor({ state: 'detached', timeout: 60_000 });
      const { quote: next, alternatives } = await labelled.table();
      expect([next, alternatives.filter(({ verdict }) => verdict === 'unscored')]).toEqual([null, []]);
      expect(owner.complaints).toEqual([]);
    },
    limitMs,
  );
}
