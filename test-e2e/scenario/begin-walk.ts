import { WebhookReceiver, eventually } from '@app/testing/stack';
import type { DashboardRoom } from '../browser/dashboard-room';
import type { Hand } from '../browser/hand';
import type { WatchedPage } from '../browser/watched-page';
import { Scenario } from './scenario';

/** Longer than an item is looked at before a label counts, in milliseconds. */
const lookedAtMs = 150;
const documents = 60;

/** What a walk differs in from another one. */
export interface Walker {
  room: DashboardRoom;
  watched: WatchedPage;
  hand: Hand;
  /** Labels that the person gives; those at even places by keys, the others by buttons. */
  labels: number;
  /** Looks at a page that shows what it read; called once for each page of the walk. */
  look: (page: string) => Promise<void>;
}

/** A person's way from an empty organization to an event of their own threshold, all of it in the browser. */
export class BeginWalk {
  readonly namespace: string;
  private readonly at: string;

  constructor(
    private readonly walker: Walker,
    private readonly receiver: WebhookReceiver,
  ) {
    this.namespace = `${walker.room.organization}/desk`;
    this.at = encodeURIComponent(this.namespace);
  }

  private get page() {
    return this.walker.watched.page;
  }

  async signIn(role: string): Promise<void> {
    const { room, watched, hand, look } = this.walker;
    await watched.go(await room.linkOf(role));
    await hand.press(this.page.getByRole('button', { name: 'Sign in' }));
    await hand.write(this.page.getByLabel('Your name'), role);
    await hand.write(this.page.getByLabel('Password', { exact: true }), `password of the ${role}`);
    await hand.press(this.page.getByRole('button', { name: 'Continue' }));
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await look('overview');
  }

  /** Brings a file of 60 rows in; its columns are understood without help. */
  async importFile(): Promise<void> {
    const { hand, look } = this.walker;
    await hand.press(this.page.getByRole('link', { name: 'Try with your own data' }));
    const buffer = Buffer.from(ownFile());
    const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer };
    await hand.give(this.page.getByLabel('Drop a file here, or choose one'), file);
    await hand.write(this.page.getByLabel('Name of the namespace'), 'desk');
    const begin = this.page.getByRole('button', { name: /^Import .* into / });
    await begin.waitFor();
    await look('import');
    await hand.press(begin);
    const result = this.page.getByRole('region', { name: 'Result of the import' });
    await result.getByText('tickets.csv is imported').waitFor();
    await result.getByText(String(documents), { exact: true }).waitFor();
    await look('import ended');
    await hand.press(result.getByRole('link', { name: 'Ask a question' }));
  }

  /** Chooses a starter that the columns suit, looks at three answers and creates it for its price. */
  async ask(): Promise<void> {
    const { hand, look } = this.walker;
    await this.page.getByText('Where the texts go').waitFor();
    const starters = this.page.getByRole('radiogroup', { name: 'What do you want to know?' });
    await hand.pick(starters, 'Asks for a refund');
    await this.page.getByRole('combobox', { name: 'body' }).waitFor();
    const attempt = this.page.getByRole('region', { name: 'Try' });
    await hand.press(attempt.getByRole('button', { name: 'Try on three documents' }));
    await attempt.getByText(/^3 answers in \d+\.\d s$/).waitFor();
    expect(await attempt.getByText(/^Yes: \d+\.\d %$/).count()).toBe(3);
    await attempt.getByText('Please give me my money back').first().waitFor();
    await attempt.getByText(new RegExp(`^${documents} documents for \\$0\\.\\d+$`)).waitFor();
    await look('ask');
    await hand.press(this.page.getByRole('button', { name: /^Create and judge all: \$0\.\d+$/ }));
    await this.page.getByText(`Judged ${documents} of ${documents} documents.`).waitFor({ timeout: 60_000 });
    await look('created');
    await hand.press(this.page.getByRole('link', { name: /^Label 30 answers$/ }));
  }

  /** Labels some answers, and reads what the report cannot say yet. */
  async label(): Promise<void> {
    const { hand, look, labels } = this.walker;
    const context = this.page.getByLabel('What the engine read');
    await context.waitFor();
    await look('review');
    for (let label = 0; label < labels; label++) {
      const text = (await context.textContent()) ?? '';
      const isRefund = text.includes('money back');
      await this.page.waitForTimeout(lookedAtMs);
      if (label % 2 === 0) await this.page.keyboard.press(isRefund ? 'y' : 'n');
      else await hand.press(this.page.getByRole('button', { name: isRefund ? /^Yes/ : /^No/ }));
      await context.filter({ hasNotText: text }).waitFor();
    }
    await this.page.getByText(`${labels} of 30 · then a threshold can be recommended`).waitFor();
    await this.page.getByText(`${labels} sent, 0 waiting`).waitFor();
    await hand.press(this.page.getByRole('link', { name: 'Fit now' }));
    await this.page.getByText(new RegExp(`on ${labels} labels: too few to act on`)).waitFor();
    await look('report');
  }

  /** Makes an endpoint, sets a threshold by hand, and subscribes the endpoint to it. */
  async alert(): Promise<void> {
    const { hand, look } = this.walker;
    await this.goTo('Endpoints');
    await hand.press(this.page.getByRole('button', { name: 'New endpoint' }));
    await hand.write(this.page.getByRole('textbox', { name: 'URL' }), `${this.receiver.origin}/in`);
    await hand.write(this.page.getByLabel('Description'), 'my alerts');
    await hand.press(this.page.getByRole('button', { name: 'Create endpoint' }));
    await this.page.getByRole('note', { name: 'Signing secret' }).waitFor();
    await look('endpoints');
    await this.goTo('Judgments');
    await hand.press(this.page.getByRole('link', { name: 'refund_request', exact: true }));
    await hand.turnTo(this.page.getByRole('tablist'), 'Thresholds');
    const form = this.page.getByRole('region', { name: 'Set a threshold' });
    await hand.write(form.getByLabel('Name'), 'alert');
    await hand.write(form.getByRole('spinbutton', { name: 'Value' }), '0.8');
    await hand.press(form.getByRole('button', { name: 'Save', exact: true }));
    await this.page.getByText('No new version was created').waitFor();
    await look('thresholds');
    await hand.press(this.page.getByRole('link', { name: 'Subscribe to alert' }));
    const subscription = this.page.getByRole('region', { name: 'New subscription' });
    await hand.write(subscription.getByLabel('Name'), 'refunds');
    await hand.choose(subscription.getByRole('combobox', { name: 'Endpoint' }), 'my alerts');
    await look('subscription');
    await hand.press(subscription.getByRole('button', { name: 'Create subscription' }));
    await this.page
      .getByRole('table', { name: 'Subscriptions' })
      .getByRole('row', { name: /^refunds / })
      .waitFor();
  }

  /** A document that crosses the threshold is written, and its event comes to the endpoint. */
  async hear(): Promise<void> {
    const { room } = this.walker;
    const scenario = new Scenario(room.stack, 'desk', room.key, this.namespace);
    await scenario.upsert('new-one', { message: 'Please give me my money back, it broke.' });
    await eventually(() => {
      const heard = this.receiver.deliveries.filter(({ body }) => body.includes('"new-one"'));
      expect(heard).toHaveLength(1);
      expect(String(heard[0].body)).toContain('"subscription.entered"');
      return Promise.resolve();
    }, 60_000);
  }

  /** Addresses of the pages that were passed. */
  get passed(): string[] {
    const at = this.at;
    const judgment = `/judgment?ns=${at}&name=refund_request`;
    return [
      ...['/', '/import', `/import?ns=${at}`, `/ask?ns=${at}`, `/ask?ns=${at}&made=refund_request`],
      ...[
        `/review?ns=${at}&name=refund_request`,
        judgment,
        `${judgment}&tab=calibration`,
        `${judgment}&tab=thresholds`,
      ],
      ...['/endpoints', `/judgments?ns=${at}`, `/namespaces?show=${at}`],
    ];
  }

  /** Goes by the rail, which a narrow page keeps behind a button. */
  private async goTo(page: string): Promise<void> {
    const { hand } = this.walker;
    const opener = this.page.getByRole('button', { name: 'Pages' });
    if (await opener.isVisible()) await hand.press(opener);
    await hand.press(this.page.getByRole('navigation').getByRole('link', { name: page, exact: true }));
    await this.page.getByRole('heading', { level: 1, name: new RegExp(`^${page}`) }).waitFor();
  }
}

/** Sixty tickets of a desk, every third of which asks for money back. */
function ownFile(): string {
  const rows = Array.from({ length: documents }, (_, n) => {
    const message = n % 3 === 0 ? 'Please give me my money back' : 'Where do I find the invoice';
    return `T-${n + 1},customer ${n % 7},"${message}, ticket ${n + 1}."`;
  });
  return ['id,customer,message', ...rows].join('\n');
}
