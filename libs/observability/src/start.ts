/*
 * Imported first by every main.ts: instrumentation must be in place before `pg` is loaded.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded and every span is free of cost.
 */
import { address, readConfig, text } from '@app/config';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { tracingEnabled } from './tracing';

const settings = {
  endpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', { meaning: 'OTLP/HTTP collector; empty: no tracing', fallback: '' }),
  service: text('SERVICE', { meaning: 'name of this service', fallback: 'unknown' }),
  replica: text('REPLICA', { meaning: 'which of its replicas', fallback: '0' }),
};

const config = readConfig(settings);
if (config.endpoint !== '') {
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': config.service, 'service.instance.id': config.replica }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 500 })],
    instrumentations: [new PgInstrumentation({ requireParentSpan: true })],
  });
  sdk.start();
  tracingEnabled(true);
  process.once('beforeExit', () => void sdk.shutdown());
}
