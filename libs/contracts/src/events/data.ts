import { Class } from '../field';
import { AlternativesEventData } from './alternatives';
import { BudgetEventData } from './budget';
import { DeferralEventData } from './deferral';
import { EndpointEventData, EndpointHealthEventData } from './endpoint';
import { FittedEventData } from './fit';
import { JobEventData } from './job';
import { SubscriptionEventData } from './subscription';
import { SummaryFailedEventData } from './summary';
import { EventType } from '../event-types';

/** The class of `data` for each event type. */
export interface EventData {
  'subscription.entered': SubscriptionEventData;
  'subscription.exited': SubscriptionEventData;
  'job.completed': JobEventData;
  'job.failed': JobEventData;
  'namespace.budget_paused': BudgetEventData;
  'namespace.budget_resumed': BudgetEventData;
  'judgment.fanout_deferred': DeferralEventData;
  'judgment.fanout_caught_up': DeferralEventData;
  'namespace.summary_failed': SummaryFailedEventData;
  'calibration.fitted': FittedEventData;
  'alternatives.ready': AlternativesEventData;
  'webhook_endpoint.failing': EndpointHealthEventData;
  'webhook_endpoint.disabled': EndpointHealthEventData;
  'webhook.test': EndpointEventData;
}

/** The same classes at run time; the published schema of `data` is the schema of its class. */
export const eventData: { readonly [T in EventType]: Class<EventData[T]> } = {
  'subscription.entered': SubscriptionEventData,
  'subscription.exited': SubscriptionEventData,
  'job.completed': JobEventData,
  'job.failed': JobEventData,
  'namespace.budget_paused': BudgetEventData,
  'namespace.budget_resumed': BudgetEventData,
  'judgment.fanout_deferred': DeferralEventData,
  'judgment.fanout_caught_up': DeferralEventData,
  'namespace.summary_failed': SummaryFailedEventData,
  'calibration.fitted': FittedEventData,
  'alternatives.ready': AlternativesEventData,
  'webhook_endpoint.failing': EndpointHealthEventData,
  'webhook_endpoint.disabled': EndpointHealthEventData,
  'webhook.test': EndpointEventData,
};
