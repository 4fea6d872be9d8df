import { busMetrics, processMetrics } from '@app/metrics';
import { AlertGroup } from './alert';

const age = processMetrics.loopTurnAge.name;
const oldest = busMetrics.outboxOldest.name;
const dead = busMetrics.deadRows.name;
const pending = busMetrics.durablePending.name;
const unread = busMetrics.replyFrameFaults.name;
const unserved = busMetrics.requestFrameFaults.name;

/** Facts between the services. */
export const busAlerts: AlertGroup = {
  name: 'judgment-bus',
  alerts: [
    {
      name: 'JudgmentRelayStands',
      severity: 'page',
      expr: `min by (component) (${age}{loop="relay"}) > 60`,
      for: '1m',
      summary: 'No replica of {{ $labels.component }} publishes its facts.',
      meaning:
        'What this service did is not known to the others: answers, charges, events and deliveries that follow from it are missing until it publishes again. Nothing is lost.',
      look: ['The logs of the service for `a turn failed` with loop `relay`.', 'Is NATS up, and its disk not full?'],
      mend: ['Bring NATS or Postgres back. The relay goes on by itself.'],
      test: {
        fires: [{ series: `${age}{component="judgments",process="0",loop="relay"}`, values: '10+60x60' }],
        quiet: [{ series: `${age}{component="judgments",process="0",loop="relay"}`, values: '1x60' }],
      },
    },
    {
      name: 'JudgmentOutboxOld',
      severity: 'page',
      expr: `max by (component) (${oldest}) > 180`,
      for: '3m',
      summary: 'A fact of {{ $labels.component }} has waited for {{ $value | humanizeDuration }}.',
      meaning: 'A consumer of a fact of this service is minutes behind, or the fact is not published.',
      look: [
        'The panel "Outbox": rows that wait are not published (see JudgmentRelayStands); published ones wait for a consumer.',
        'The panel "Consumers behind": which durable has facts pending?',
      ],
      mend: [
        'A durable whose service is down: bring it back.',
        'A durable whose service is up and slow: see its pool, and `judgment_bus_facts_total` by outcome.',
      ],
      test: {
        fires: [{ series: `${oldest}{component="judgments"}`, values: '100+60x60' }],
        quiet: [{ series: `${oldest}{component="judgments"}`, values: '20x60' }],
      },
    },
    {
      name: 'JudgmentDeadFacts',
      severity: 'page',
      expr: `max by (component) (${dead}) > 0`,
      for: '1m',
      summary: '{{ $value }} facts failed in {{ $labels.component }} and wait for a person.',
      meaning: 'A consumer failed five times to handle a fact. Each such fact is an effect that is missing.',
      look: [
        '`npm run operator -- dead list` (in an image `<service> operator dead list`): the reason stands beside each fact.',
      ],
      mend: [
        'Mend what the reason names: most often a newer image is needed.',
        'Ask for the facts again: `npm run operator -- dead redrive --all --service <service>`. Handlers are idempotent.',
      ],
      test: {
        fires: [{ series: `${dead}{component="billing"}`, values: '2x60' }],
        quiet: [{ series: `${dead}{component="billing"}`, values: '0x60' }],
      },
    },
    {
      name: 'JudgmentConsumerBehind',
      severity: 'ticket',
      expr: `min_over_time(${pending}[10m]) > 10000`,
      for: '5m',
      summary: 'The durable {{ $labels.durable }} has {{ $value }} facts to handle.',
      meaning: 'The consumer handles facts more slowly than they are made.',
      look: ['Is it one durable or all of a service? One: what its handler waits for. All: the pool of the service.'],
      mend: ['After a large import this ends by itself: watch that the number falls.', 'Otherwise add replicas.'],
      test: {
        fires: [{ series: `${pending}{component="documents",durable="x"}`, values: '20000x60' }],
        quiet: [{ series: `${pending}{component="documents",durable="x"}`, values: '20000x5 0x60' }],
      },
    },
    {
      name: 'JudgmentFramesUnread',
      severity: 'ticket',
      expr: `sum by (component) (increase(${unread}[15m]) + increase(${unserved}[15m])) > 0`,
      for: '0m',
      summary: '{{ $labels.component }} cannot read messages of another service.',
      meaning: 'Requests end at their deadlines: two services run versions that do not understand each other.',
      look: ['`judgment_build_info`: which versions run?', 'The log of the service for `a frame is lost`.'],
      mend: [
        'Finish the upgrade, or roll it back: versions that follow each other understand each other, others do not.',
      ],
      test: {
        fires: [
          { series: `${unread}{component="gateway",process="0"}`, values: '0+1x60' },
          { series: `${unserved}{component="gateway",process="0"}`, values: '0x60' },
        ],
        quiet: [
          { series: `${unread}{component="gateway",process="0"}`, values: '5x60' },
          { series: `${unserved}{component="gateway",process="0"}`, values: '5x60' },
        ],
      },
    },
  ],
};
