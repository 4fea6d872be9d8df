import { routes } from '../routes/routes';
import { packingOf } from './packing';
import type { Reply } from './request-context';

const reply = (): Reply =>
  ({
    request: { headers: { 'accept-encoding': 'gzip, br' } },
    getHeader: () => undefined,
    header: () => undefined,
  }) as unknown as Reply;
const isPacked = (spec: (typeof routes)[number]): boolean =>
  packingOf(reply(), spec, 'application/json', 5_000) !== null;

it('packs no reply of a route that makes or shows a key, a link, a secret or a session', () => {
  const packed = routes.filter(isPacked).map(({ method, path }) => `${method} ${path}`);
  expect(packed.length).toBeGreaterThan(30);
  expect(packed).toContain('POST /namespaces/:ns/query');
  expect(
    packed.filter((one) => /session|api-keys|sign-in|members|user|models|secret|webhook-endpoints\/:id$/.test(one)),
  ).toEqual([]);
  expect(packed.filter((one) => !/^(GET|POST .*\/(query|documents\/get|context))/.test(one))).toEqual([]);
});

it('packs no image, and names the form beside what a session says of it', () => {
  const [read] = routes.filter(isPacked);
  const told: unknown[] = [];
  const session = {
    request: reply().request,
    getHeader: () => 'cookie, authorization',
    header: (...all: unknown[]) => told.push(all),
  };
  expect(packingOf(session as unknown as Reply, read, 'image/png', 5_000)).toBe(null);
  expect(told).toEqual([]);
  expect(packingOf(session as unknown as Reply, read, 'application/json; charset=utf-8', 5_000)).toBe('br');
  expect(told).toEqual([['vary', 'cookie, authorization, accept-encoding']]);
});
