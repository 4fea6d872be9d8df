import { enginesMetrics as engines, judgmentsMetrics as judgments } from '@app/metrics';
import { greatest, quantile, rate, total } from './expr';
import { Dashboard } from './panel';

/** How the engines answer, and what waits for them. */
export const enginesDashboard: Dashboard = {
  id: 'judgment-engines',
  title: 'Judgment Service: engines',
  rows: [
    {
      title: 'Answers',
      panels: [
        {
          title: 'Asks',
          about: 'Asks a second that judgments put, by engine and outcome.',
          unit: 'ops',
          targets: [rate(judgments.asks, ['engine', 'outcome'])],
        },
        {
          title: 'Failures of engines',
          about: 'Answers a second, by engine and failure class.',
          unit: 'ops',
          targets: [rate(engines.answers, ['engine', 'outcome'])],
        },
        {
          title: 'Time of an attempt',
          about: 'Without waiting for a slot.',
          unit: 's',
          targets: [0.5, 0.95].map((q) => quantile(q, engines.attemptDuration, ['engine'])),
        },
        {
          title: 'Tokens',
          about: 'As the engine counts them, a second.',
          unit: 'ops',
          targets: [rate(engines.tokens, ['engine', 'direction'])],
        },
      ],
    },
    {
      title: 'Slots',
      panels: [
        {
          title: 'Slots of engines',
          about: 'Asks under way, and how many may be.',
          unit: 'short',
          targets: [
            total(engines.inFlight, ['engine'], '{{engine}} used'),
            total(engines.permits, ['engine'], '{{engine}} granted'),
          ],
        },
        {
          title: 'Waiting for an engine',
          about: 'By lane. Live lanes go first.',
          unit: 'short',
          targets: [total(engines.waiting, ['engine', 'lane'])],
        },
        {
          title: 'Claimable',
          about: 'Due, and claimed by no process. Beside free slots of their engine: too few replicas of judgments.',
          unit: 'short',
          targets: [total(judgments.claimableRows, ['engine'])],
        },
        {
          title: 'Wait for a slot',
          about: 'By lane.',
          unit: 's',
          targets: [quantile(0.9, engines.permitWait, ['engine', 'lane'])],
        },
        {
          title: 'No slot in time',
          about: 'Asks a second that were put back.',
          unit: 'ops',
          targets: [rate(engines.permitRefusals, ['engine', 'lane'])],
        },
        {
          title: 'Share of the limits',
          about: 'Below 1 after the engine refused asks.',
          unit: 'percentunit',
          targets: [{ expr: `min by (engine) (${engines.rateFactor.name})`, legend: '{{engine}}' }],
        },
        {
          title: 'Circuit',
          about: '1: the engine is not asked.',
          unit: 'short',
          targets: [greatest(engines.circuitOpen, ['engine'])],
        },
      ],
    },
    {
      title: 'Behaviour',
      panels: [
        {
          title: 'What answers',
          about: 'Model and epoch behind each name.',
          unit: 'short',
          targets: [greatest(engines.info, ['engine', 'source', 'model', 'epoch'])],
        },
        {
          title: 'Epochs',
          about: 'Each makes fits old.',
          unit: 'ops',
          targets: [rate(engines.epochs, ['engine', 'cause'])],
        },
        {
          title: 'Daily checks',
          about: '`moved`: the engine answers otherwise than before.',
          unit: 'ops',
          targets: [rate(engines.canaries, ['engine', 'outcome'])],
        },
        {
          title: 'Drafts',
          about: 'Calls of the drafting model.',
          unit: 'ops',
          targets: [rate(engines.drafts, ['outcome'])],
        },
        {
          title: 'Time of drafts',
          about: 'A person waits for them.',
          unit: 's',
          targets: [quantile(0.9, engines.draftDuration)],
        },
        {
          title: 'Runs of alternatives',
          about: 'Labels scored a second, by outcome.',
          unit: 'ops',
          targets: [rate(judgments.scoredLabels, ['outcome'])],
        },
        {
          title: 'Oldest question of a run',
          about: 'Live judging goes before it.',
          unit: 's',
          targets: [greatest(judgments.scoringOldest)],
        },
      ],
    },
  ],
};
