import {
  billingMetrics,
  busMetrics,
  enginesMetrics,
  feedMetrics,
  gatewayMetrics,
  judgmentsMetrics,
  processMetrics,
  webhooksMetrics,
} from '@app/metrics';
import { greatest, quantile, rate, total } from './expr';
import { Dashboard } from './panel';

const requests = gatewayMetrics.requestDuration;

/** Whether users get what they were promised. */
export const overview: Dashboard = {
  id: 'judgment-overview',
  title: 'Judgment Service: overview',
  rows: [
    {
      title: 'The API',
      panels: [
        {
          title: 'Requests',
          about: 'Requests a second, by status.',
          unit: 'reqps',
          targets: [rate(requests, ['status'])],
        },
        {
          title: 'Errors',
          about: 'Requests a second that ended as 5xx, by route and status.',
          unit: 'reqps',
          targets: [rate(requests, ['route', 'status'], '{status=~"5.."}')],
        },
        {
          title: 'Latency',
          about: 'All routes; those that wait for an engine or for events are long by nature.',
          unit: 's',
          targets: [quantile(0.5, requests), quantile(0.95, requests)],
        },
        {
          title: 'Latency by route',
          about: 'Half of the requests of a route take less.',
          unit: 's',
          targets: [quantile(0.5, requests, ['route'])],
        },
      ],
    },
    {
      title: 'Freshness',
      panels: [
        {
          title: 'From a change to the answer',
          about: 'Of answers that writes made stale. The objective is a minute for 99 of 100.',
          unit: 's',
          targets: [0.5, 0.9, 0.99].map((q) => quantile(q, judgmentsMetrics.freshnessLag, [], '{lane="on_change"}')),
        },
        {
          title: 'By lane',
          about: 'Bulk lanes wait for live ones.',
          unit: 's',
          targets: [quantile(0.9, judgmentsMetrics.freshnessLag, ['lane'])],
        },
        {
          title: 'What waits',
          about:
            'By what it waits for: `turn` is a slot of an engine, `debounce` more changes, `budget` money, `fanout_limit` the limit of fan-out; `claimed` is being asked.',
          unit: 'short',
          targets: [total(judgmentsMetrics.pendingRows, ['lane', 'reason'])],
        },
        {
          title: 'Oldest',
          about: 'The oldest judgment that is due, and the oldest deferral of fan-out.',
          unit: 's',
          targets: [
            greatest(judgmentsMetrics.pendingOldest, [], 'due'),
            greatest(judgmentsMetrics.deferredOldest, [], 'deferred'),
          ],
        },
        {
          title: 'Held back by owners',
          about: 'Namespaces without budget, and judgments past the limit of fan-out. Nobody need act.',
          unit: 'short',
          targets: [
            greatest(judgmentsMetrics.pausedNamespaces, [], 'paused namespaces'),
            greatest(judgmentsMetrics.deferredRows, [], 'deferred judgments'),
          ],
        },
        {
          title: 'Answers',
          about: 'Answers recorded a second, by outcome.',
          unit: 'ops',
          targets: [rate(judgmentsMetrics.answers, ['outcome'])],
        },
      ],
    },
    {
      title: 'What leaves',
      panels: [
        {
          title: 'Events',
          about: 'Events recorded a second.',
          unit: 'ops',
          targets: [rate(feedMetrics.events)],
        },
        {
          title: 'Deliveries',
          about: 'Attempts a second, by outcome and status of the delivery.',
          unit: 'ops',
          targets: [rate(webhooksMetrics.attempts, ['outcome', 'status'])],
        },
        {
          title: 'Lateness of deliveries',
          about: '`overdue`: the sender does not keep up. `oldest`: a receiver fails.',
          unit: 's',
          targets: [greatest(webhooksMetrics.overdue, [], 'overdue'), greatest(webhooksMetrics.oldest, [], 'oldest')],
        },
        {
          title: 'Lateness of charges and events',
          about: 'From an answer to its charge, and from an event to the log.',
          unit: 's',
          targets: [
            { ...quantile(0.9, billingMetrics.settleLag), legend: 'charges, p90' },
            { ...quantile(0.9, feedMetrics.delay), legend: 'events, p90' },
          ],
        },
      ],
    },
    {
      title: 'What needs a person',
      panels: [
        {
          title: 'Servers and engines that are away',
          about: '0: a process gets no answer of that server. An open circuit: the engine is not asked.',
          unit: 'short',
          targets: [
            {
              expr: `min by (component, dependency) (${processMetrics.dependencyUp.name})`,
              legend: '{{component}} {{dependency}}',
            },
            greatest(enginesMetrics.circuitOpen, ['engine'], '{{engine}} circuit'),
          ],
        },
        {
          title: 'Dead facts',
          about: 'Each is an effect that is missing.',
          unit: 'short',
          targets: [greatest(busMetrics.deadRows, ['component'])],
        },
        {
          title: 'Outbox',
          about: 'The oldest fact that some consumer has not handled.',
          unit: 's',
          targets: [greatest(busMetrics.outboxOldest, ['component'])],
        },
        {
          title: 'Oldest job',
          about: 'Long work that was asked for.',
          unit: 's',
          targets: [greatest(processMetrics.oldestJob, ['component'])],
        },
      ],
    },
  ],
};
