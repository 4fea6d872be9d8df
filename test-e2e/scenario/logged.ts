import type { StackClient } from '@app/testing/stack';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Line {
  time: string;
  msg: string;
  request_id?: string;
  err?: { message?: string; stack?: string };
}

const error = '"level":"error"';
const stackLines = 4;
/** How long before the gateway another service may have logged the cause, in milliseconds. */
const beforeMs = 5_000;

/**
 * Why a request failed: what the services logged as errors until the gateway did, with the beginning of each stack.
 * @param reply the text of an `internal` reply, which names the request
 */
export function causeOf(stack: StackClient, reply: string): string {
  const [request = ''] = /req_[\w-]+/.exec(reply) ?? [];
  const lines = readdirSync(stack.at.logs).flatMap((file) =>
    readFileSync(join(stack.at.logs, file), 'utf8')
      .split('\n')
      .filter((text) => text.startsWith('{') && text.includes(error))
      .map((text) => ({ file, line: JSON.parse(text) as Line })),
  );
  const failed = Date.parse(lines.find(({ line }) => line.request_id === request)?.line.time ?? '');
  const told = lines
    .filter(({ line: { time } }) => Date.parse(time) > failed - beforeMs && Date.parse(time) <= failed)
    .map(({ file, line: { msg, err } }) => {
      const at = err?.stack?.split('\n').slice(0, stackLines).join(' ');
      return `${file}: ${msg}: ${at ?? err?.message ?? ''}`;
    });
  return told.join('; ') || `no service logged an error for ${request}`;
}
