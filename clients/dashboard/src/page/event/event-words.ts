import type { Schema } from '@app/sdk/client';
import { addresses, addressOf } from '../../address/address';
import { countText, usdText } from '../../format/number';
import { conditionText } from './condition-text';

export type Event = Schema<'EventView'>;

/** What the words of an event need of its subscription. */
export type EventSubscription = Pick<Schema<'SubscriptionView'>, 'name' | 'filter' | 'updated_at'>;

/** What an event is about: words and the page that shows it. */
export interface Subject {
  kind: 'document' | 'subscription' | 'judgment' | 'job' | 'endpoint' | 'namespace';
  words: string;
  address: string;
}

type Data = Readonly<Record<string, unknown>>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const dataOf = ({ data }: Event) => (data ?? {}) as Data;
const partOf = (data: Data, name: string) => (data[name] ?? {}) as Data;

/** The namespace that an event is about; empty for one of the organization. */
export function namespaceOf(event: Event): string {
  return textOf(dataOf(event).namespace);
}

/** What an event is about, the thing that moved first. */
export function subjectsOf(event: Event): Subject[] {
  const data = dataOf(event);
  const ns = namespaceOf(event);
  const [document, subscription, judgment] = ['document', 'subscription', 'judgment'].map((name) => textOf(data[name]));
  const [job, endpoint] = ['job', 'endpoint'].map((name) => partOf(data, name));
  const url = textOf(endpoint.url);
  const all: Subject[] = [
    { kind: 'document', words: document, address: addresses.document(ns, document) },
    { kind: 'subscription', words: subscription, address: addresses.namespace(ns) },
    { kind: 'judgment', words: judgment, address: addresses.judgment(ns, judgment) },
    { kind: 'job', words: textOf(job.id), address: addressOf('/jobs', { id: textOf(job.id) }) },
    {
      kind: 'endpoint',
      words: URL.canParse(url) ? new URL(url).origin : url,
      address: addresses.endpoint(textOf(endpoint.id)),
    },
  ];
  const named = all.filter(({ words }) => words !== '');
  if (named.length > 0 || ns === '') return named;
  return [{ kind: 'namespace', words: ns, address: addresses.namespace(ns) }];
}

/** Causes of entering and leaving, where what the subscription asks for does not say more. */
const causes: Readonly<Record<string, string>> = {
  document: 'the document was written',
  answer: 'an answer changed',
  threshold: 'a threshold changed',
  calibration: 'a new fit changed what answers say',
  judgment: 'a judgment was created, changed or deleted',
  deleted: 'the document was deleted',
  filter: 'the filter of the subscription changed',
  time: 'time passed',
};
/** Causes that people and programs bring about; behind every other stands the service. The feed keeps no name. */
const byOthers: Readonly<Record<string, string>> = {
  document: 'A write',
  deleted: 'A write',
  threshold: 'A change of settings',
  judgment: 'A change of settings',
  filter: 'A change of settings',
};

/** Who or what brought an event about. */
export function byText(event: Event): string {
  return byOthers[textOf(dataOf(event).cause)] ?? 'The service';
}

/**
 * Why an event happened, in words, such as `churn_risk rose to 0.8 or more`.
 * @param told the subscription of the event, where it is known
 */
export function whyText(event: Event, told?: EventSubscription): string {
  const data = dataOf(event);
  switch (event.type) {
    case 'subscription.entered':
    case 'subscription.exited':
      return capital(membershipText(event, told));
    case 'job.completed':
    case 'job.failed': {
      const { type, progress } = partOf(data, 'job');
      const { done, total } = (progress ?? {}) as { done?: number; total?: number };
      const share = typeof total === 'number' && total > 0 ? `, ${countText(done)} of ${countText(total)}` : '';
      return capital(
        `${textOf(type).replaceAll('_', ' ')} ${event.type === 'job.failed' ? 'failed' : 'completed'}${share}`,
      );
    }
    case 'namespace.budget_paused':
      return `The budget is used up: ${usdText(data.spend_month_usd as number)} of ${budgetText(data)} this month`;
    case 'namespace.budget_resumed':
      return `Judging goes on: ${usdText(data.spend_month_usd as number)} of ${budgetText(data)} this month`;
    case 'judgment.fanout_deferred':
      return `Too many documents changed at once: ${countText(data.deferred as number)} are judged later`;
    case 'judgment.fanout_caught_up':
      return 'Every document that waited is judged';
    case 'namespace.summary_failed':
      return `The summary could not be written: ${textOf(data.reason).replaceAll('_', ' ')}`;
    case 'calibration.fitted': {
      const count = countText(partOf(data, 'labels').count as number);
      const worse = data.drift_worse === true ? '; answers of the last 30 days came true otherwise than before' : '';
      return `New fit from ${count} labels${worse}`;
    }
    case 'alternatives.ready':
      return textOf(data.headline);
    case 'webhook_endpoint.failing':
      return 'No delivery succeeded in 24 hours';
    case 'webhook_endpoint.disabled':
      return 'No delivery succeeded in 5 days: nothing more is sent';
    default:
      return '';
  }
}

function budgetText(data: Data): string {
  const usd = partOf(data, 'budget').compute_usd_per_month;
  return typeof usd === 'number' ? usdText(usd) : 'no budget';
}

function membershipText({ type, timestamp, data }: Event, told?: EventSubscription): string {
  const cause = textOf((data as Data).cause);
  const words = causes[cause] ?? cause.replaceAll('_', ' ');
  // A filter that was changed since says nothing about then.
  const isThen = told !== undefined && Date.parse(told.updated_at) <= Date.parse(timestamp);
  const condition = isThen ? conditionText(told.filter, type === 'subscription.entered') : null;
  if (condition === null) return words;
  if (cause === 'answer' && condition.crossing !== null) return condition.crossing;
  return cause === 'deleted' || cause === 'filter' ? words : `${words}; the filter is ${condition.text}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
