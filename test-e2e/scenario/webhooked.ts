import { EventView } from '@app/contracts/events';
import type { Stack, WebhookReceiver } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario';

/** A namespace whose live documents are judged, enter a subscription and are delivered to a receiver. */
export class Webhooked {
  private constructor(
    readonly scenario: Scenario,
    /** With which its deliveries are signed. */
    readonly secret: string,
    private readonly receiver: WebhookReceiver,
  ) {}

  static async open(stack: Stack, name: string, receiver: WebhookReceiver): Promise<Webhooked> {
    const scenario = new Scenario(stack, name);
    await stack.api('POST', '/namespaces', { name: scenario.namespace });
    await scenario.judgment(boolJudgment('late'));
    const to = { url: `${receiver.origin}/in`, namespace_prefix: scenario.namespace };
    const { status, body } = await stack.api<{ id: string; secret: string }>('POST', '/webhook-endpoints', to);
    expect(status).toBe(201);
    await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true }, endpoint: body.id });
    return new Webhooked(scenario, body.secret, receiver);
  }

  /** The documents that the receiver was told of, in the order of the deliveries, repeats included. */
  get told(): string[] {
    const events = this.receiver.deliveries.map(({ body }) => JSON.parse(body.toString()) as EventView);
    return events.map(({ data }) => (data as { document: string }).document);
  }
}
