import type { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { createRequire } from 'node:module';

const load = createRequire(__filename);

/** What stands on every span, so that a collector can tell the processes apart. */
export interface TraceSource {
  /** Name of the service. */
  service: string;
  /** Which of its replicas. */
  replica: string;
}

/**
 * Makes spans of this process and sends them, each half second, to the collector at OTEL_EXPORTER_OTLP_ENDPOINT. The standard
 * variables for samplers, limits, attributes and headers (`OTEL_...`) hold; attributes given there win over ours.
 */
export function traceProvider({ service, replica }: TraceSource): NodeTracerProvider {
  const { exporter, resources, traceNode } = packages();
  const { envDetector, processDetector, hostDetector } = resources;
  const own = resources.resourceFromAttributes({ 'service.name': service, 'service.instance.id': replica });
  return new traceNode.NodeTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [envDetector, processDetector, hostDetector] })),
    spanProcessors: [new traceNode.BatchSpanProcessor(new exporter.OTLPTraceExporter(), { scheduledDelayMillis: 500 })],
  });
}

/** Adds a span for each statement of `pg` that runs inside another span. `pg` must not be loaded yet. */
export function traceStatements(): void {
  const { PgInstrumentation } = load(
    '@opentelemetry/instrumentation-pg',
  ) as typeof import('@opentelemetry/instrumentation-pg');
  new PgInstrumentation({ requireParentSpan: true });
}

/** Loads the packages on demand: they take a third of a service's start, which a service without tracing should not pay. */
function packages() {
  return {
    exporter: load(
      '@opentelemetry/exporter-trace-otlp-http',
    ) as typeof import('@opentelemetry/exporter-trace-otlp-http'),
    resources: load('@opentelemetry/resources') as typeof import('@opentelemetry/resources'),
    traceNode: load('@opentelemetry/sdk-trace-node') as typeof import('@opentelemetry/sdk-trace-node'),
  };
}
