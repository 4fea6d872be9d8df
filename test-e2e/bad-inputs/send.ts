import { Method } from '@app/testing/stack';
import { fill, fillAll } from './fill';
import { generate } from './generated-body';
import { Row, Seen } from './row';
import { SocketReply, overSocket } from './socket';
import { Stage } from './stage';

const largestBody = 8 * 1024 * 1024;

/** Sends a row as it stands. */
export async function send(row: Row, stage: Stage): Promise<Seen & Partial<SocketReply>> {
  const base = stage.stack.baseUrls[0];
  if (row.method === 'RAW') return sendRaw(row, stage, base);
  const kind = row.body_gen?.kind;
  if (kind === 'declared_only' || kind === 'chunked') return sendTooLarge(row, stage, base, kind);
  const begun = Date.now();
  const reply = await stage.stack.api(row.method as Method, fill(row.path ?? '', stage, row), bodyOf(row, stage), {
    key: stage.keys[row.auth] ?? null,
    headers: headersOf(row, stage),
  });
  return { ...reply, tookMs: Date.now() - begun };
}

function bodyOf(row: Row, stage: Stage): unknown {
  if (typeof row.raw_base64 === 'string') return Buffer.from(row.raw_base64, 'base64');
  if (row.body_gen) return generate(row.body_gen);
  return row.body === undefined ? undefined : fillAll(row.body, stage, row);
}

function headersOf(row: Row, stage: Stage): Record<string, string | string[]> {
  const filled = Object.fromEntries(
    Object.entries(row.headers).map(([name, value]) => [name, Array.isArray(value) ? value : fill(value, stage, row)]),
  );
  // A row with a body and no content type says so by leaving it out: our client would add one.
  const isBare = row.group === 'content_type' && !('Content-Type' in row.headers);
  return isBare ? { ...filled, 'Content-Type': '' } : filled;
}

async function sendRaw(row: Row, stage: Stage, base: string): Promise<SocketReply> {
  const text = Buffer.from(row.raw_base64 ?? '', 'base64').toString('latin1');
  const bytes = Buffer.from(text.replaceAll('{rw_key}', stage.values.rw_key), 'latin1');
  const { slow_bytes_per_s: pace, max_s: maxS = 5 } = row.expect;
  const drip = pace ? { text: 'X-Slow: '.padEnd(1_000, 'x'), everyMs: 1_000 / pace } : undefined;
  return overSocket(base, bytes, { limitMs: maxS * 1_000 + 1_000, drip });
}

/** Only the head is believed, or the count of what came: the whole need not be sent. */
async function sendTooLarge(row: Row, stage: Stage, base: string, kind: string): Promise<SocketReply> {
  const head = (more: string): string =>
    [
      `PATCH ${new URL(base).pathname}${row.path ?? ''} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${stage.values.rw_key}`,
      'Content-Type: application/json',
      more,
      '\r\n',
    ].join('\r\n');
  const options = { untilAnswered: true, limitMs: 10_000 };
  if (kind === 'declared_only') {
    return overSocket(base, Buffer.from(`${head(`Content-Length: ${largestBody * 100}`)}{`), options);
  }
  const size = largestBody + 65_536;
  const chunk = Buffer.concat([
    Buffer.from(`${size.toString(16)}\r\n`),
    Buffer.alloc(size, 32),
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  return overSocket(base, Buffer.concat([Buffer.from(head('Transfer-Encoding: chunked')), chunk]), options);
}
