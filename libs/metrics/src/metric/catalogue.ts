import { billingMetrics } from './billing.metrics';
import { busMetrics } from './bus.metrics';
import { calibrationMetrics } from './calibration.metrics';
import { Metric } from './declare';
import { documentsMetrics } from './documents.metrics';
import { enginesMetrics } from './engines.metrics';
import { feedMetrics } from './feed.metrics';
import { gatewayMetrics } from './gateway.metrics';
import { judgmentsMetrics } from './judgments.metrics';
import { processMetrics } from './process.metrics';
import { webhooksMetrics } from './webhooks.metrics';

/** A group of metrics, as the reference and the dashboards show them. */
export interface MetricGroup {
  title: string;
  /** The services whose processes have them. */
  of: string;
  metrics: Readonly<Record<string, Metric>>;
}

/** Every metric of the service. Those of Node and the process itself are prom-client's. */
export const catalogue: readonly MetricGroup[] = [
  { title: 'Every process', of: 'all', metrics: processMetrics },
  { title: 'The bus', of: 'all', metrics: busMetrics },
  { title: 'Gateway', of: 'gateway', metrics: gatewayMetrics },
  { title: 'Documents', of: 'documents', metrics: documentsMetrics },
  { title: 'Judgments', of: 'judgments', metrics: judgmentsMetrics },
  { title: 'Engine broker', of: 'engine-broker', metrics: enginesMetrics },
  { title: 'Billing', of: 'billing', metrics: billingMetrics },
  { title: 'Calibration', of: 'calibration', metrics: calibrationMetrics },
  { title: 'Webhooks', of: 'webhooks', metrics: webhooksMetrics },
  { title: 'Events feed', of: 'events-feed', metrics: feedMetrics },
];

/** All of them in one list. */
export const allMetrics: readonly Metric[] = catalogue.flatMap(({ metrics }) => Object.values(metrics));
