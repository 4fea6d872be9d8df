/*
 * Every main.ts imports this file first: the instrumentation must load before `pg`.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded and spans cost nothing.
 */
import { readConfig } from '@app/config';
import { tracingSettings } from './settings';
import { traceProvider, traceStatements } from './trace-provider';
import { flushSpansBy, tracingEnabled } from './tracing';

const config = readConfig(tracingSettings);
if (config.endpoint !== '') {
  const provider = traceProvider(config);
  provider.register();
  traceStatements();
  tracingEnabled(true);
  flushSpansBy(() => provider.shutdown());
  process.once('beforeExit', () => void provider.shutdown());
}
