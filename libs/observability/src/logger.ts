import { trace } from '@opentelemetry/api';
import pino, { DestinationStream, Logger } from 'pino';
import { shownError } from './shown-error';

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

/**
 * JSON lines with service, replica and trace id. Error: someone must act; warn: mended itself; info: one wide line.
 * @param destination standard output when left out
 */
export function createLogger({ service, replica, level }: LoggerOptions, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service, replica },
    serializers: { err: shownError },
    redact: { paths: redacted, censor: '(hidden)' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin() {
      const context = trace.getActiveSpan()?.spanContext();
      return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
