import type { Schema } from '@app/sdk/client';

const faults: Readonly<Record<string, string>> = {
  timeout: 'timed out',
  dns: 'host not found',
  tls: 'certificate rejected',
  connect: 'connection failed',
  blocked_address: 'address not allowed',
  http_status: 'error response',
};

/** The last attempt of a delivery in words, such as `2nd: 503 after 120 ms`. */
export function attemptText(
  delivery: Pick<Schema<'DeliveryView'>, 'attempts' | 'status_code' | 'latency_ms' | 'error'>,
): string {
  const { attempts, status_code: status, latency_ms: latency, error } = delivery;
  if (attempts === 0) return 'not yet';
  const came = status !== null ? String(status) : (faults[error ?? ''] ?? error ?? 'no answer');
  return `${ordinal(attempts)}: ${came}${latency === null ? '' : ` after ${latency} ms`}`;
}

function ordinal(count: number): string {
  const ending = count % 100 >= 11 && count % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
