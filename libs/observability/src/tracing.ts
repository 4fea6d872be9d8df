import {
  Attributes,
  Context,
  Link,
  ROOT_CONTEXT,
  Span,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from '@opentelemetry/api';
import { Kind, kindOf } from '@app/problem';

let enabled = false;

/** Whether tracing is on. `start.ts` switches it on once; until then spans cost nothing. */
export function tracingEnabled(on?: boolean): boolean {
  if (on !== undefined) enabled = on;
  return enabled;
}

/** How long the collector may take for the last spans of a process; it may be gone. */
const flushLimitMs = 2000;
let flush = (): Promise<void> => Promise.resolve();

/** How spans that wait are sent. */
export function flushSpansBy(how: () => Promise<void>): void {
  flush = how;
}

/** Sends the spans that wait, before a process ends; gives up after two seconds. Without tracing there are none. */
export async function flushSpans(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, flushLimitMs);
  });
  await Promise.race([flush(), late]).finally(() => clearTimeout(timer));
}

export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** The W3C traceparent of the cause; without it the active span is the parent. */
  traceparent?: string;
  /** The W3C traceparents of further causes, which the span links to. */
  links?: readonly string[];
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** The kinds of failure that mark a span as failed: those that someone must mend. A refusal is a proper answer. */
const faulty: Record<Kind, boolean> = {
  invalid: false,
  forbidden: false,
  missing: false,
  conflict: false,
  limited: false,
  unavailable: true,
  defect: true,
};

/** Runs `work` inside a span. While tracing is off it only runs `work`. */
export async function runInSpan<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!enabled) return work();
  const parent = options.traceparent ? contextOf(options.traceparent) : context.active();
  const tracer = trace.getTracer('judgment-service');
  const { attributes, links } = options;
  const settings = { kind: kinds[options.kind ?? 'internal'], attributes, links: links?.flatMap(linkTo) };
  return tracer.startActiveSpan(name, settings, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      if (faulty[kindOf(error)]) {
        span.recordException(error instanceof Error ? error : String(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The traceparent to send along; undefined while tracing is off or no trace is active. */
export function currentTraceparent(): string | undefined {
  if (!enabled) return undefined;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

function contextOf(traceparent: string): Context {
  return propagation.extract(context.active(), { traceparent });
}

/** No link for a traceparent that cannot be read. */
function linkTo(traceparent: string): Link[] {
  const linked = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
  return linked ? [{ context: linked }] : [];
}
