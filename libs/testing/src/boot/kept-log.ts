import { LOGGER } from '@app/boot';
import { Logger, createLogger } from '@app/observability';
import { Writable } from 'node:stream';
import type { Override } from './start-service';

/** A log that a spec reads. */
export interface KeptLog {
  logger: Logger;
  /** Has a service write its log here. */
  override: Override;
  /** The lines so far, as they were written. */
  texts: string[];
  /** The lines with a text in them, oldest first; all without one. */
  lines(text?: string): Record<string, unknown>[];
}

/** Keeps the lines of every level. */
export function keepLog(): KeptLog {
  const texts: string[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      texts.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger({ service: 'spec', replica: '0', level: 'debug' }, out);
  const lines = (text = '') =>
    texts.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as Record<string, unknown>);
  return { logger, override: { token: LOGGER, value: logger }, texts, lines };
}
