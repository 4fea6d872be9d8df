import { busMetrics as bus, eventLoopLookS, processMetrics as own } from '@app/metrics';
import { greatest, quantile, rate, total } from './expr';
import { Dashboard } from './panel';

/** Processes, the bus, Postgres. */
export const servers: Dashboard = {
  id: 'judgment-servers',
  title: 'Judgment Service: servers',
  rows: [
    {
      title: 'Processes',
      panels: [
        {
          title: 'Releases',
          about: 'Processes of each version and revision.',
          unit: 'short',
          targets: [total(own.buildInfo, ['component', 'version', 'revision'])],
        },
        {
          title: 'Processor',
          about: 'Cores used, by service.',
          unit: 'short',
          targets: [
            { expr: 'sum by (component) (rate(process_cpu_seconds_total[$__rate_interval]))', legend: '{{component}}' },
          ],
        },
        {
          title: 'Event loop',
          about: 'Delay of the event loop, p99. Over 100 ms the process does too much at once.',
          unit: 's',
          targets: [
            {
              expr: `clamp_min(max by (component) (nodejs_eventloop_lag_p99_seconds) - ${eventLoopLookS}, 0)`,
              legend: '{{component}}',
            },
          ],
        },
        {
          title: 'Loops',
          about: 'Since when no replica has ended a turn of a loop.',
          unit: 's',
          targets: [
            { expr: `min by (component, loop) (${own.loopTurnAge.name}) > 10`, legend: '{{component}} {{loop}}' },
          ],
        },
        {
          title: 'Gauges that fail',
          about: 'They show their last value.',
          unit: 'ops',
          targets: [rate(own.collectErrors, ['component', 'metric'])],
        },
      ],
    },
    {
      title: 'Postgres',
      panels: [
        {
          title: 'Pool',
          about: 'Busy connections of each pool, and work that waits for one.',
          unit: 'short',
          targets: [
            {
              expr: `sum by (component, pool) (${own.poolConnections.name}{state="busy"})`,
              legend: '{{component}} {{pool}} busy',
            },
            total(own.poolWaiting, ['component', 'pool'], '{{component}} {{pool}} waiting'),
          ],
        },
        {
          title: 'Longest transaction',
          about: 'By service.',
          unit: 's',
          targets: [greatest(own.oldestTransaction, ['component'])],
        },
        {
          title: 'Transactions held back',
          about: 'Dead rows of these are not removed.',
          unit: 'short',
          targets: [greatest(own.heldBack)],
        },
        {
          title: 'Transactions to freeze',
          about: 'Autovacuum begins at 200 million; at two thousand million Postgres stands.',
          unit: 'short',
          targets: [greatest(own.freezeAge)],
        },
        {
          title: 'Jobs',
          about: 'Open jobs, by type and status.',
          unit: 'short',
          targets: [total(own.openJobs, ['component', 'type', 'status'])],
        },
      ],
    },
    {
      title: 'The bus',
      panels: [
        {
          title: 'Requests between services',
          about: 'By subject.',
          unit: 'reqps',
          targets: [rate(bus.requestDuration, ['subject'])],
        },
        {
          title: 'Time of a request',
          about: 'By subject.',
          unit: 's',
          targets: [quantile(0.9, bus.requestDuration, ['subject'])],
        },
        {
          title: 'Requests that travel together',
          about: 'Requests in a frame, on average.',
          unit: 'short',
          targets: [
            {
              expr: `sum by (subject) (rate(${bus.framedRequests.name}[$__rate_interval])) / sum by (subject) (rate(${bus.frames.name}[$__rate_interval]))`,
              legend: '{{subject}}',
            },
          ],
        },
        {
          title: 'Facts',
          about: 'Handled a second, by durable and outcome.',
          unit: 'ops',
          targets: [rate(bus.facts, ['durable', 'outcome'])],
        },
        {
          title: 'Outbox rows',
          about: '`waiting` for the stream, or `published` and not passed by all durables.',
          unit: 'short',
          targets: [total(bus.outboxRows, ['component', 'state'])],
        },
        {
          title: 'Consumers behind',
          about: 'Facts that a durable has not handled.',
          unit: 'short',
          targets: [total(bus.durablePending, ['durable'])],
        },
        {
          title: 'Published again',
          about: 'A NATS server that loses messages shows here.',
          unit: 'ops',
          targets: [rate(bus.outboxResent, ['component', 'cause'])],
        },
        {
          title: 'Dead facts',
          about: 'Put aside and handled again, a second, and the age of the oldest.',
          unit: 'short',
          targets: [
            rate(bus.dead, ['durable']),
            rate(bus.redriven, ['durable', 'outcome']),
            greatest(bus.deadOldest, ['component'], '{{component}} age'),
          ],
        },
        {
          title: 'Parts of large replies',
          about: 'Of at most 127 KiB; a second, by service.',
          unit: 'ops',
          targets: [rate(bus.replyParts, ['component'])],
        },
        {
          title: 'Requests sent again',
          about: 'Their owner had ended, or the bus had lost their message; a second.',
          unit: 'ops',
          targets: [rate(bus.repeatedRequests, ['subject'])],
        },
        {
          title: 'Frames that cannot be read',
          about: 'Versions that do not understand each other.',
          unit: 'ops',
          targets: [rate(bus.replyFrameFaults, ['component']), rate(bus.requestFrameFaults, ['component'])],
        },
      ],
    },
  ],
};
