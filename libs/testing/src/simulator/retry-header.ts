import type { Fault } from './fault';
import { numberIn } from './fault';

/** The header by which a forced 429 or 503 asks for a wait; none without an argument. */
export function retryHeaders({ argument }: Fault, nowMs: number): Record<string, string> {
  const count = numberIn(argument, 1);
  if (argument.startsWith('seconds')) return { 'retry-after': String(count) };
  if (argument.startsWith('ms')) return { 'retry-after-ms': String(count) };
  if (argument.startsWith('date')) return { 'retry-after': new Date(nowMs + count * 1000).toUTCString() };
  return argument === 'garbage' ? { 'retry-after': 'when the moon is full' } : {};
}
