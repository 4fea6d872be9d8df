/*
 * Every main.ts imports this file first: the instrumentation must load before `pg`.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded and spans cost nothing.
 */
import { address, readConfig, text } from '@app/config';
import { createRequire } from 'node:module';
import { tracingEnabled } from './tracing';

const settings = {
  endpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', { meaning: 'OTLP/HTTP collector; empty: no tracing', fallback: '' }),
  service: text('SERVICE', { meaning: 'name of this service', fallback: 'unknown' }),
  replica: text('REPLICA', { meaning: 'which of its replicas', fallback: '0' }),
};

const config = readConfig(settings);
if (config.endpoint !== '') {
  const { exporter, instrumentation, resources, sdkNode, traceNode } = packages();
  const sdk = new sdkNode.NodeSDK({
    resource: resources.resourceFromAttributes({
      'service.name': config.service,
      'service.instance.id': config.replica,
    }),
    spanProcessors: [new traceNode.BatchSpanProcessor(new exporter.OTLPTraceExporter(), { scheduledDelayMillis: 500 })],
    instrumentations: [new instrumentation.PgInstrumentation({ requireParentSpan: true })],
  });
  sdk.start();
  tracingEnabled(true);
  process.once('beforeExit', () => void sdk.shutdown());
}

/** Loads the packages on demand: they take a third of a service's start, which a service without tracing should not pay. */
function packages() {
  const load = createRequire(__filename);
  return {
    exporter: load(
      '@opentelemetry/exporter-trace-otlp-http',
    ) as typeof import('@opentelemetry/exporter-trace-otlp-http'),
    instrumentation: load('@opentelemetry/instrumentation-pg') as typeof import('@opentelemetry/instrumentation-pg'),
    resources: load('@opentelemetry/resources') as typeof import('@opentelemetry/resources'),
    sdkNode: load('@opentelemetry/sdk-node') as typeof import('@opentelemetry/sdk-node'),
    traceNode: load('@opentelemetry/sdk-trace-node') as typeof import('@opentelemetry/sdk-trace-node'),
  };
}
