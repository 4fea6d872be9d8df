import { trace } from '@opentelemetry/api';
import pino, { DestinationStream, Logger } from 'pino';
import { shownError } from './shown-error';
import { withoutSecrets } from './redact';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  replica: string;
  level: string;
}

/**
 * JSON lines with service, replica and trace id. Error: someone must act; warn: mended itself; info: one wide line for each
 * finished piece of work (`logWork`).
 * @param destination standard output when left out
 */
export function createLogger({ service, replica, level }: LoggerOptions, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service, replica },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    serializers: { err: (error: unknown) => withoutSecrets({ err: shownError(error) })['err'] },
    mixin() {
      const context = trace.getActiveSpan()?.spanContext();
      return context ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
