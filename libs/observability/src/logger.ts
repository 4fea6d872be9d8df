import { trace } from '@opentelemetry/api';
import pino, { Logger } from 'pino';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  replica: string;
  level: string;
}

/** Members that the log never shows, by their path in a line. */
const redacted = [
  'authorization',
  'secret',
  'password',
  'api_key',
  'key',
  'headers.authorization',
  '*.secret',
  '*.password',
];

/** JSON lines with service, replica and trace id. Error: someone must act; warn: mended itself; info: one wide line. */
export function createLogger({ service, replica, level }: LoggerOptions): Logger {
  return pino({
    level,
    base: { service, replica },
    redact: { paths: redacted, censor: '(hidden)' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin() {
      const context = trace.getActiveSpan()?.spanContext();
      return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
  });
}
