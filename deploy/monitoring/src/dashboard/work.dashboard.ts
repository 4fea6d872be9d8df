import {
  billingMetrics as billing,
  calibrationMetrics as calibration,
  documentsMetrics as documents,
  feedMetrics as feed,
  gatewayMetrics as gateway,
  webhooksMetrics as webhooks,
} from '@app/metrics';
import { greatest, quantile, rate, total } from './expr';
import { Dashboard } from './panel';

/** The queues of each service. */
export const work: Dashboard = {
  id: 'judgment-work',
  title: 'Judgment Service: work behind the API',
  rows: [
    {
      title: 'Documents and subscriptions',
      panels: [
        {
          title: 'Relations and groups',
          about: 'How late each queue is.',
          unit: 's',
          targets: [
            greatest(documents.fanoutOldest, [], 'fan-out'),
            greatest(documents.relatedOldest, [], 'related'),
            greatest(documents.readerWalkOldest, [], 'readers'),
            greatest(documents.groupOldest, [], 'groups'),
          ],
        },
        {
          title: 'Subscriptions',
          about: 'How late memberships are, and the oldest walk.',
          unit: 's',
          targets: [
            greatest(documents.membershipOldest, [], 'memberships'),
            greatest(documents.walkOldest, [], 'walks'),
          ],
        },
        {
          title: 'Filters evaluated',
          about: 'A second, by cause.',
          unit: 'ops',
          targets: [rate(documents.evaluations, ['cause'])],
        },
        {
          title: 'Documents walked',
          about: 'A second, by kind of walk.',
          unit: 'ops',
          targets: [rate(documents.walked, ['kind'])],
        },
        {
          title: 'Pinned namespaces',
          about: 'Pages read, and those that were not in memory.',
          unit: 'ops',
          targets: [
            { ...rate(documents.pinnedPages), legend: 'read' },
            { ...rate(documents.pinnedColdPages), legend: 'cold' },
          ],
        },
      ],
    },
    {
      title: 'Deliveries, feed and mail',
      panels: [
        { title: 'In flight', about: 'Deliveries under way.', unit: 'short', targets: [total(webhooks.inFlight)] },
        {
          title: 'Pending deliveries',
          about: 'Waiting or under way.',
          unit: 'short',
          targets: [greatest(webhooks.pending)],
        },
        {
          title: 'Time of an attempt',
          about: 'By outcome.',
          unit: 's',
          targets: [quantile(0.9, webhooks.attemptDuration, ['outcome'])],
        },
        {
          title: 'Events that wait for the log',
          about: 'Raised and not yet recorded.',
          unit: 'short',
          targets: [greatest(feed.waiting)],
        },
        {
          title: 'Mail',
          about: 'By status; and the age of the oldest that waits.',
          unit: 'short',
          targets: [total(gateway.mailRows, ['status']), greatest(gateway.mailOldest, [], 'oldest, seconds')],
        },
        {
          title: 'Tries to send mail',
          about: 'By outcome.',
          unit: 'ops',
          targets: [rate(gateway.mailTries, ['outcome'])],
        },
      ],
    },
    {
      title: 'Billing and calibration',
      panels: [
        {
          title: 'Reservations',
          about: 'Asks for which money was reserved, by outcome.',
          unit: 'ops',
          targets: [rate(billing.asks, ['outcome'])],
        },
        {
          title: 'Asks without a charge',
          about: 'Recorded asks that are not charged, by reason. Nothing, as long as no fact comes back from long ago.',
          unit: 'ops',
          targets: [rate(billing.uncharged, ['reason'])],
        },
        {
          title: 'Fits',
          about: 'Ended a second, by outcome.',
          unit: 'ops',
          targets: [rate(calibration.fits, ['outcome'])],
        },
        {
          title: 'Computing',
          about: 'Time of a task, by kind.',
          unit: 's',
          targets: [quantile(0.9, calibration.computeDuration, ['kind'])],
        },
        {
          title: 'Waiting to be computed',
          about: 'By queue.',
          unit: 'short',
          targets: [total(calibration.computeWaiting, ['queue'])],
        },
        {
          title: 'Outcomes that wait for their answer',
          about: 'They count for nothing until it is known.',
          unit: 'short',
          targets: [greatest(calibration.waitingOutcomes)],
        },
      ],
    },
  ],
};
