import { feedMetrics, gatewayMetrics, webhooksMetrics } from '@app/metrics';
import { AlertGroup } from './alert';

const requests = gatewayMetrics.requestDuration.name;
const mailOldest = gatewayMetrics.mailOldest.name;
const overdue = webhooksMetrics.overdue.name;
const oldest = webhooksMetrics.oldest.name;
const waiting = feedMetrics.waiting.name;

/** So many requests in five minutes make a rate of errors. */
const leastRequests = 100;

const route = 'component="gateway",method="GET",route="/v1/x"';

/** What callers and receivers see. */
export const apiAlerts: AlertGroup = {
  name: 'judgment-api',
  alerts: [
    {
      name: 'JudgmentApiErrors',
      severity: 'page',
      // At night a handful of requests is no sample: one that fails of forty pages nobody.
      expr: `sum(rate(${requests}_count{status=~"5.."}[5m])) / sum(rate(${requests}_count[5m])) > 0.02 and sum(increase(${requests}_count[5m])) >= ${leastRequests}`,
      for: '5m',
      summary: '{{ $value | humanizePercentage }} of the requests of the API fail.',
      meaning:
        'Callers get 5xx. 503 carries `Retry-After` and is repeated by the SDK without harm; 500 is a defect of ours. Under 100 requests in five minutes nothing fires.',
      look: [
        'The panel "Errors": which routes, which status?',
        '503: JudgmentDependencyDown, JudgmentServiceMissing and `judgment_bus_request_duration_seconds` by subject say which service is away.',
        '500: the log of the gateway for `a request failed`, with the trace id.',
      ],
      mend: ['Bring the service or server back. After an upgrade that brought a defect: roll back.'],
      test: {
        fires: [
          { series: `${requests}_count{${route},status="200"}`, values: '0+60x60' },
          { series: `${requests}_count{${route},status="503"}`, values: '0+6x60' },
        ],
        quiet: [
          { series: `${requests}_count{${route},status="200"}`, values: '0+600x60' },
          { series: `${requests}_count{${route},status="404"}`, values: '0+600x60' },
          { series: `${requests}_count{${route},status="503"}`, values: '0+6x60' },
        ],
        alsoQuiet: [
          { series: `${requests}_count{${route},status="200"}`, values: '0+7x60' },
          { series: `${requests}_count{${route},status="503"}`, values: '0+1x60' },
        ],
      },
    },
    {
      name: 'JudgmentApiSlow',
      severity: 'ticket',
      expr: `histogram_quantile(0.5, sum by (le) (rate(${requests}_bucket{route!~".*(/events|/judge|/try|/context|/drafts)$"}[10m]))) > 0.5`,
      for: '10m',
      summary: 'Half of the requests of the API take longer than {{ $value | humanizeDuration }}.',
      meaning: 'The API is slow for everybody. Routes that wait for an engine or for events are left out.',
      look: [
        '`judgment_bus_request_duration_seconds` by subject: which service is slow?',
        'JudgmentPoolExhausted and JudgmentOldTransaction; then the load of Postgres.',
      ],
      mend: [
        'One caller may send large batches: `judgment_http_request_duration_seconds_count` by route.',
        'Add replicas of what is slow.',
      ],
      test: {
        fires: [
          { series: `${requests}_bucket{${route},status="200",le="0.5"}`, values: '0+10x60' },
          { series: `${requests}_bucket{${route},status="200",le="1"}`, values: '0+60x60' },
          { series: `${requests}_bucket{${route},status="200",le="+Inf"}`, values: '0+60x60' },
        ],
        quiet: [
          { series: `${requests}_bucket{${route},status="200",le="0.5"}`, values: '0+59x60' },
          { series: `${requests}_bucket{${route},status="200",le="+Inf"}`, values: '0+60x60' },
        ],
      },
    },
    {
      name: 'JudgmentDeliveriesOverdue',
      severity: 'page',
      expr: `max(${overdue}) > 60`,
      for: '5m',
      summary: 'Deliveries to endpoints start {{ $value | humanizeDuration }} late.',
      meaning: 'The sender does not keep up: receivers that answer get their events late.',
      look: [
        'The panels "Deliveries" and "In flight": are all slots used, by receivers that are slow?',
        'The log of webhooks; JudgmentPoolExhausted.',
      ],
      mend: ['Add replicas of webhooks. One receiver has at most 16 deliveries in flight, however slow it is.'],
      test: {
        fires: [{ series: `${overdue}{component="webhooks"}`, values: '0+30x60' }],
        quiet: [{ series: `${overdue}{component="webhooks"}`, values: '5x60' }],
      },
    },
    {
      name: 'JudgmentReceiverFails',
      severity: 'info',
      expr: `max(${oldest}) > 21600`,
      for: '10m',
      summary: 'The oldest delivery has been pending for {{ $value | humanizeDuration }}.',
      meaning: 'A receiver has failed for hours. Its owner sees it in the list of deliveries and by mail.',
      look: ['The table `endpoint` of the schema webhooks, by its failures.'],
      mend: [
        'Nothing: nine attempts are made over 68 hours. The owner may recover what was missed once the receiver answers.',
      ],
      test: {
        fires: [{ series: `${oldest}{component="webhooks"}`, values: '22000+60x60' }],
        quiet: [{ series: `${oldest}{component="webhooks"}`, values: '600x60' }],
      },
    },
    {
      name: 'JudgmentFeedBehind',
      severity: 'page',
      expr: `min_over_time(${waiting}[5m]) > 1000`,
      for: '5m',
      summary: '{{ $value }} events are not in the log yet.',
      meaning: 'Readers of `GET /events`, open pages and deliveries of events are minutes behind.',
      look: ['The log of events-feed for `a turn failed`; its pool; the disk of Postgres.'],
      mend: ['One process writes the log: start it again if it hangs. It goes on where it was.'],
      test: {
        fires: [{ series: `${waiting}{component="events-feed"}`, values: '1500+100x60' }],
        quiet: [{ series: `${waiting}{component="events-feed"}`, values: '5000x4 0x60' }],
      },
    },
    {
      name: 'JudgmentMailOld',
      severity: 'ticket',
      expr: `max(${mailOldest}) > 3600`,
      for: '5m',
      summary: 'A mail has waited for {{ $value | humanizeDuration }}.',
      meaning: 'People do not get the link with which they sign in, nor notices about their endpoints.',
      look: ['The log of the gateway for `a mail could not be sent`: what did the mail server answer?'],
      mend: [
        'Mend `SMTP_URL` or the server; a mail is tried ten times in two days. `npm run operator -- mails list --status failed` lists those that failed.',
      ],
      test: {
        fires: [{ series: `${mailOldest}{component="gateway"}`, values: '3000+60x60' }],
        quiet: [{ series: `${mailOldest}{component="gateway"}`, values: '30x60' }],
      },
    },
  ],
};
