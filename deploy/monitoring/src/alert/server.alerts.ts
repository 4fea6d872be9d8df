import { busMetrics, catalogue, processMetrics } from '@app/metrics';
import { AlertGroup } from './alert';

const up = processMetrics.dependencyUp.name;
const waiting = processMetrics.poolWaiting.name;
const age = processMetrics.loopTurnAge.name;
const heldBack = processMetrics.heldBack.name;
const rows = busMetrics.outboxRows.name;
const errors = processMetrics.collectErrors.name;
const job = processMetrics.oldestJob.name;

const components = catalogue.map(({ of }) => of).filter((of) => of !== 'all');
const everyComponent = components.map((component) => ({
  series: `${up}{component="${component}",process="0",dependency="bus"}`,
  values: '1x60',
}));

/** Processes, and the servers that they need. */
export const serverAlerts: AlertGroup = {
  name: 'judgment-processes',
  alerts: [
    {
      name: 'JudgmentServiceMissing',
      severity: 'page',
      expr: components.map((component) => `absent(${up}{component="${component}"})`).join(' or '),
      for: '3m',
      summary: 'No process of {{ $labels.component }} is scraped.',
      meaning:
        'Prometheus sees no process of this service. Without the gateway nothing answers; without another service the part of it does: requests that need it end as `unavailable`, and its facts wait in the outboxes of the others. Nothing is lost.',
      look: [
        'Do its pods run (`kubectl get pods -l app.kubernetes.io/component=<component>`), and what do their last lines of log say?',
        'Does Prometheus reach port `admin` of the pods (`/metrics`)?',
      ],
      mend: [
        'A process that ends at its start says why in its last line: a setting, a server that does not answer, or a schema that is newer than the image.',
        'A pod that cannot be placed needs room: see its events.',
      ],
      test: { fires: everyComponent.slice(1), quiet: everyComponent },
    },
    {
      name: 'JudgmentDependencyDown',
      severity: 'page',
      expr: `min by (component, dependency) (${up}) == 0`,
      for: '2m',
      summary: '{{ $labels.component }} gets no answer of its {{ $labels.dependency }}.',
      meaning:
        'A process has had no answer of Postgres (`database`) or NATS (`bus`). Requests that need it end as `unavailable` with `Retry-After`; what was acknowledged is kept.',
      look: [
        'Is it one service or all? All of them: the server. One: its password, its network policy, its pool.',
        'The logs of the server itself, and its disk.',
      ],
      mend: [
        'Bring the server back: the processes connect by themselves and go on where they were.',
        'A JetStream store that is lost or full may be deleted whole: outboxes publish again what was not passed.',
      ],
      test: {
        fires: [{ series: `${up}{component="billing",process="0",dependency="database"}`, values: '0x60' }],
        quiet: [{ series: `${up}{component="billing",process="0",dependency="database"}`, values: '1x60' }],
      },
    },
    {
      name: 'JudgmentPoolExhausted',
      severity: 'page',
      expr: `min_over_time(${waiting}[3m]) > 0`,
      for: '2m',
      summary:
        'Work of {{ $labels.component }} has waited for a connection of the pool {{ $labels.pool }} for minutes.',
      meaning:
        'Work has waited for a connection of this pool all the time: every connection is busy, or one organization asks for more than its share, which then waits alone.',
      look: [
        '`judgment_pool_connections` of this pool: with idle connections one organization waits for its own work; the access log of the gateway names it.',
        '`pg_stat_activity` of the role of this service: which statements run, and for how long?',
        'The panel "Pool" of the dashboard "Servers": since when?',
      ],
      mend: [
        'Statements that wait for a lock: end the session that holds it.',
        'Statements that are slow: see whether Postgres lacks memory or disk, or a table lacks a vacuum.',
        'Only then raise `POOL_SIZE`, or the number of replicas; Postgres must allow as many connections.',
      ],
      test: {
        fires: [{ series: `${waiting}{component="documents",process="0",pool="main"}`, values: '4x60' }],
        quiet: [{ series: `${waiting}{component="documents",process="0",pool="main"}`, values: '4 0 4 0x60' }],
      },
    },
    {
      name: 'JudgmentLoopStands',
      severity: 'ticket',
      expr: `min by (component, loop) (${age}) > 1800`,
      for: '5m',
      summary: 'Loop {{ $labels.loop }} of {{ $labels.component }} has ended no turn for half an hour.',
      meaning: 'The work of this loop is done by no replica: each turn fails, or the turn under way hangs.',
      look: ['The logs of the service for `a turn failed` with this loop: the fault is in the line.'],
      mend: [
        'Mend what the fault names. A turn that hangs is ended by the liveness probe; a process that was started by hand is started again.',
      ],
      test: {
        fires: [{ series: `${age}{component="documents",process="0",loop="fanout"}`, values: '1000+60x60' }],
        quiet: [
          { series: `${age}{component="documents",process="0",loop="fanout"}`, values: '1000+60x60' },
          { series: `${age}{component="documents",process="1",loop="fanout"}`, values: '1x60' },
        ],
      },
    },
    {
      name: 'JudgmentOldTransaction',
      severity: 'ticket',
      expr: `max(${heldBack}) > 100000`,
      for: '15m',
      summary: 'A session of Postgres sees {{ $value }} transactions back: dead rows are not removed.',
      meaning:
        'While a session keeps a snapshot open, Postgres removes no row that died since. Claims of queues read these rows too, so that everything grows slower.',
      look: ['`select pid, usename, state, xact_start, query from pg_stat_activity order by xact_start limit 5`.'],
      mend: ['End the session (`pg_terminate_backend`): a forgotten psql, a dump, a replica with feedback.'],
      test: {
        fires: [{ series: `${heldBack}{component="documents"}`, values: '200000x60' }],
        quiet: [{ series: `${heldBack}{component="documents"}`, values: '90000x60' }],
      },
    },
    {
      name: 'JudgmentQueuesNotMeasured',
      severity: 'ticket',
      expr: `count by (component) (${up}) unless count by (component) (${rows})`,
      for: '5m',
      summary: 'No replica of {{ $labels.component }} measures its queues.',
      meaning:
        'The gauges that cost a query are measured by the replica that holds a lease. None does, so that the alerts on queues of this service are blind.',
      look: ['The logs of the service for `a gauge was not measured`, and whether its database answers.'],
      mend: ['Mend the database. A replica takes the lease within twelve seconds.'],
      test: {
        fires: [{ series: `${up}{component="billing",process="0",dependency="bus"}`, values: '1x60' }],
        quiet: [
          { series: `${up}{component="billing",process="0",dependency="bus"}`, values: '1x60' },
          { series: `${rows}{component="billing",process="0",state="waiting"}`, values: '0x60' },
        ],
      },
    },
    {
      name: 'JudgmentGaugeFails',
      severity: 'ticket',
      expr: `sum by (component, metric) (increase(${errors}[15m])) > 10`,
      for: '5m',
      summary: 'The gauge {{ $labels.metric }} of {{ $labels.component }} cannot be measured.',
      meaning: 'The gauge shows its last value: a queue seems to stand still.',
      look: ['The logs of the service for `a gauge was not measured` with this metric.'],
      mend: ['A query that takes over five seconds: see whether its table lacks a vacuum.'],
      test: {
        fires: [{ series: `${errors}{component="judgments",metric="judgment_pending_rows"}`, values: '0+2x60' }],
        quiet: [{ series: `${errors}{component="judgments",metric="judgment_pending_rows"}`, values: '3x60' }],
      },
    },
    {
      name: 'JudgmentJobOld',
      severity: 'ticket',
      expr: `max by (component) (${job}) > 21600`,
      for: '10m',
      summary: 'A job of {{ $labels.component }} has been open for {{ $value | humanizeDuration }}.',
      meaning: 'A job (a backfill, a fit, a deletion, a change by filter) has not ended for six hours.',
      look: [
        'The panel "Jobs" of the dashboard "Servers": which type, and does it wait or run?',
        "The table `job` of the service's schema: `failures` and `attempts` of the oldest open row.",
      ],
      mend: [
        'A backfill waits for a budget or for an engine: the panel "What waits" says which.',
        'A job that fails again and again says why in the log; its maker may cancel it.',
      ],
      test: {
        fires: [{ series: `${job}{component="judgments"}`, values: '30000x60' }],
        quiet: [{ series: `${job}{component="judgments"}`, values: '3000x60' }],
      },
    },
  ],
};
