/*
 * Every main.ts imports this file first: the instrumentation must load before `pg`.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded and spans cost nothing.
 */
import { address, readConfig, text } from '@app/config';
import { traceProvider, traceStatements } from './trace-provider';
import { flushSpansBy, tracingEnabled } from './tracing';

const settings = {
  endpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', { meaning: 'OTLP/HTTP collector; empty: no tracing', fallback: '' }),
  service: text('SERVICE', { meaning: 'name of this service', fallback: 'unknown' }),
  replica: text('REPLICA', { meaning: 'which of its replicas', fallback: '0' }),
};

const config = readConfig(settings);
if (config.endpoint !== '') {
  const provider = traceProvider(config);
  provider.register();
  traceStatements();
  tracingEnabled(true);
  flushSpansBy(() => provider.shutdown());
  process.once('beforeExit', () => void provider.shutdown());
}
