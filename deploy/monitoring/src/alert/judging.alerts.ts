import { billingMetrics, documentsMetrics, enginesMetrics, judgmentsMetrics } from '@app/metrics';
import { AlertGroup } from './alert';

const pending = judgmentsMetrics.pendingOldest.name;
const lag = judgmentsMetrics.freshnessLag.name;
const paused = judgmentsMetrics.pausedNamespaces.name;
const scoring = judgmentsMetrics.scoringOldest.name;
const circuit = enginesMetrics.circuitOpen.name;
const answers = enginesMetrics.answers.name;
const waiting = enginesMetrics.waiting.name;
const epochs = enginesMetrics.epochs.name;
const canaries = enginesMetrics.canaries.name;
const settle = billingMetrics.settleLag.name;
const due = documentsMetrics.membershipOldest.name;
const late = [
  documentsMetrics.fanoutOldest,
  documentsMetrics.relatedOldest,
  documentsMetrics.readerWalkOldest,
  documentsMetrics.groupOldest,
].map(({ name }) => name);

/** The share of answers that took longer than a minute, over a window. */
const slowShare = (window: string) =>
  `(1 - sum(rate(${lag}_bucket{lane="on_change",le="60"}[${window}])) / sum(rate(${lag}_count{lane="on_change"}[${window}])))`;
const lagSeries = (slow: number) => [
  { series: `${lag}_bucket{component="judgments",lane="on_change",le="60"}`, values: `0+${100 - slow}x60` },
  { series: `${lag}_count{component="judgments",lane="on_change"}`, values: '0+100x60' },
];

/** From a change to a fresh answer, and what it costs. */
export const judgingAlerts: AlertGroup = {
  name: 'judgment-judging',
  alerts: [
    {
      name: 'JudgmentPendingOld',
      severity: 'page',
      expr: `max(${pending}) > 300`,
      for: '5m',
      summary: 'A judgment has been due for {{ $value | humanizeDuration }}.',
      meaning: 'Answers stay stale: judging stands still, or does not keep up. What waits for a budget is not counted.',
      look: [
        'The panel "What waits": rows in `turn` wait for an engine, rows in `claimed` are being asked.',
        'The panels "Waiting for an engine" and "Failures of engines"; JudgmentEngineCircuitOpen.',
      ],
      mend: [
        'An engine that fails or refuses: see its alert.',
        'An engine that is too small: raise its limits (`npm run operator -- engines limits`), if its provider grants them.',
        'A large import or backfill: it ends by itself; live work goes first.',
      ],
      test: {
        fires: [{ series: `${pending}{component="judgments"}`, values: '100+60x60' }],
        quiet: [{ series: `${pending}{component="judgments"}`, values: '20x60' }],
      },
    },
    {
      name: 'JudgmentFreshnessBurns',
      severity: 'page',
      expr: `${slowShare('1h')} > 0.144 and ${slowShare('5m')} > 0.144`,
      for: '2m',
      summary: '{{ $value | humanizePercentage }} of the answers became fresh later than a minute after a change.',
      meaning:
        'The objective is 99 % within a minute. At this rate the allowance of a month is used up in two days. Change the objective in your copy of this rule if your engines are slower.',
      look: ['As for JudgmentPendingOld.'],
      mend: ['As for JudgmentPendingOld.'],
      test: { fires: lagSeries(20), quiet: lagSeries(5) },
    },
    {
      name: 'JudgmentEngineCircuitOpen',
      severity: 'page',
      expr: `max by (engine) (${circuit}) == 1`,
      for: '5m',
      summary: 'Engine {{ $labels.engine }} is not asked: it failed too often.',
      meaning:
        'No judgment of this engine is answered; its answers stay stale. It is probed, and asked again once it answers.',
      look: ['The log of engine-broker: the failure class, and what the engine said.', "The provider's status page."],
      mend: [
        'A key that was refused: set a valid one.',
        'An outage of the provider: wait, or move judgments to another engine.',
      ],
      test: {
        fires: [{ series: `${circuit}{component="engine-broker",process="0",engine="jev"}`, values: '1x60' }],
        quiet: [{ series: `${circuit}{component="engine-broker",process="0",engine="jev"}`, values: '1x3 0x60' }],
      },
    },
    {
      name: 'JudgmentEngineFails',
      severity: 'ticket',
      expr: `sum by (engine) (rate(${answers}{outcome!="answered"}[15m])) / sum by (engine) (rate(${answers}[15m])) > 0.2`,
      for: '10m',
      summary: '{{ $value | humanizePercentage }} of the questions to {{ $labels.engine }} bring no answer.',
      meaning: 'Questions are asked again later; some may never be answered (`engine_refused`).',
      look: ['`judgment_engine_answers_total` by outcome; the log of engine-broker.'],
      mend: [
        '`engine_rejected`: the engine does not accept a question: see the judgment. `rate_limited`: lower the limits of the engine.',
      ],
      test: {
        fires: [
          { series: `${answers}{component="engine-broker",engine="jev",outcome="answered"}`, values: '0+10x60' },
          { series: `${answers}{component="engine-broker",engine="jev",outcome="engine_failed"}`, values: '0+10x60' },
        ],
        quiet: [
          { series: `${answers}{component="engine-broker",engine="jev",outcome="answered"}`, values: '0+90x60' },
          { series: `${answers}{component="engine-broker",engine="jev",outcome="engine_failed"}`, values: '0+10x60' },
        ],
      },
    },
    {
      name: 'JudgmentReadersWait',
      severity: 'ticket',
      expr: `sum by (engine) (min_over_time(${waiting}{lane="on_read"}[5m])) > 0`,
      for: '10m',
      summary: 'Callers who wait for an answer of {{ $labels.engine }} wait for one of its slots.',
      meaning: 'The engine is used to its limits by live work alone; reads that ask for fresh answers are slow.',
      look: [
        'The panel "Slots of engines": all used?',
        '`judgment_engine_rate_factor` below 1: the provider refuses asks.',
      ],
      mend: ["Raise the engine's limits (`npm run operator -- engines limits`), if its provider grants them."],
      test: {
        fires: [
          { series: `${waiting}{component="engine-broker",process="0",engine="jev",lane="on_read"}`, values: '3x60' },
        ],
        quiet: [
          { series: `${waiting}{component="engine-broker",process="0",engine="jev",lane="backfill"}`, values: '3x60' },
        ],
      },
    },
    {
      name: 'JudgmentEngineMoved',
      severity: 'ticket',
      expr: `sum by (engine) (increase(${canaries}{outcome="moved"}[1d])) > 0`,
      for: '0m',
      summary: 'Engine {{ $labels.engine }} answers its daily check otherwise than before.',
      meaning:
        'The engine changed without announcing it. A new epoch began: fits of the old one no longer apply to new answers.',
      look: ['`judgment_engine_info`: the model and the epoch.', "The provider's announcements."],
      mend: [
        'Tell the owners of judgments: calibration needs outcomes of the new epoch; a backfill brings them sooner.',
      ],
      test: {
        fires: [{ series: `${canaries}{component="engine-broker",engine="jev",outcome="moved"}`, values: '0x10 1x60' }],
        quiet: [{ series: `${canaries}{component="engine-broker",engine="jev",outcome="same"}`, values: '0x10 1x60' }],
      },
    },
    {
      name: 'JudgmentEpochsChurn',
      severity: 'ticket',
      expr: `sum by (engine) (increase(${epochs}[7d])) > 3`,
      for: '0m',
      summary: 'Engine {{ $labels.engine }} began {{ $value }} epochs within a week.',
      meaning:
        'Each epoch needs labels of its own before it can be calibrated: an engine that changes this often never is.',
      look: [
        '`judgment_engine_epochs_total` by cause: configured, reported by the engine, or found by its daily check?',
      ],
      mend: ['Name a dated version of the model in the configuration of the engine, if the provider has one.'],
      test: {
        fires: [
          { series: `${epochs}{component="engine-broker",engine="jev",cause="reported"}`, values: '0 1 2 3 4 5 6x60' },
        ],
        quiet: [{ series: `${epochs}{component="engine-broker",engine="jev",cause="reported"}`, values: '0x10 1x60' }],
      },
    },
    {
      name: 'JudgmentRelationsLate',
      severity: 'ticket',
      expr: late.map((name) => `label_replace(max(${name}), "queue", "${name}", "", "") > 600`).join(' or '),
      for: '5m',
      summary: 'The queue {{ $labels.queue }} is {{ $value | humanizeDuration }} late.',
      meaning: 'Answers that read related documents or groups become stale late, and fresh later.',
      look: [
        'The log of documents for `a turn failed`; its pool.',
        'A document to which very many point: the queue ends by itself.',
      ],
      mend: ['Add replicas of documents.'],
      test: {
        fires: [{ series: `${late[0]}{component="documents"}`, values: '500+60x60' }],
        quiet: late.map((name) => ({ series: `${name}{component="documents"}`, values: '5x60' })),
      },
    },
    {
      name: 'JudgmentSubscriptionsLate',
      severity: 'ticket',
      expr: `max(${due}) > 300`,
      for: '5m',
      summary: 'Memberships of subscriptions are evaluated {{ $value | humanizeDuration }} late.',
      meaning: 'Events of subscriptions are late by as much.',
      look: [
        'The log of documents for `a turn failed`; its pool.',
        '`judgment_subscription_evaluations_total` by cause.',
      ],
      mend: ['Add replicas of documents.'],
      test: {
        fires: [{ series: `${due}{component="documents"}`, values: '200+60x60' }],
        quiet: [{ series: `${due}{component="documents"}`, values: '5x60' }],
      },
    },
    {
      name: 'JudgmentScoringStands',
      severity: 'ticket',
      expr: `max(${scoring}) > 3600`,
      for: '10m',
      summary: 'A run of alternatives has waited for {{ $value | humanizeDuration }}.',
      meaning: 'A run that someone confirmed does not progress. Live judging goes before it.',
      look: ['JudgmentEngineCircuitOpen, JudgmentReadersWait: the engine has no slot for it.'],
      mend: ["Its engine's limits; or cancel the run: what was answered is kept, what was not is not billed."],
      test: {
        fires: [{ series: `${scoring}{component="judgments"}`, values: '3000+60x60' }],
        quiet: [{ series: `${scoring}{component="judgments"}`, values: '60x60' }],
      },
    },
    {
      name: 'JudgmentChargesLate',
      severity: 'ticket',
      expr: `histogram_quantile(0.9, sum by (le) (rate(${settle}_bucket[10m]))) > 300`,
      for: '5m',
      summary: 'Charges are {{ $value | humanizeDuration }} late.',
      meaning:
        'Usage and budgets are late by as much. A budget cannot be passed by it: money is reserved before an engine is asked.',
      look: ['The panel "Consumers behind" for the durables of billing; its log; its pool.'],
      mend: ['Bring billing back, or its database. It charges once, however often a fact comes.'],
      test: {
        fires: [
          { series: `${settle}_bucket{component="billing",le="300"}`, values: '0+1x60' },
          { series: `${settle}_bucket{component="billing",le="900"}`, values: '0+10x60' },
          { series: `${settle}_bucket{component="billing",le="+Inf"}`, values: '0+10x60' },
        ],
        quiet: [
          { series: `${settle}_bucket{component="billing",le="1"}`, values: '0+10x60' },
          { series: `${settle}_bucket{component="billing",le="+Inf"}`, values: '0+10x60' },
        ],
      },
    },
    {
      name: 'JudgmentNamespacesPaused',
      severity: 'info',
      expr: `max(${paused}) > 0`,
      for: '0m',
      summary: '{{ $value }} namespaces are paused: their budgets are spent.',
      meaning:
        'Their answers stay stale until the budget is raised or the month ends. Their owners know by the event `namespace.budget_paused`.',
      look: ['`GET /v1/usage` of the organization.'],
      mend: ['Nothing: the owner raises the budget, or waits.'],
      test: {
        fires: [{ series: `${paused}{component="judgments"}`, values: '2x60' }],
        quiet: [{ series: `${paused}{component="judgments"}`, values: '0x60' }],
      },
    },
  ],
};
