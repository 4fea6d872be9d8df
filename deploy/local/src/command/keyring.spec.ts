import { services, type Service } from '@app/servers';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ringOf } from '../state/secrets';
import { State } from '../state/state';
import { askForKeyring } from './keyring';

function owners(codes: Partial<Record<Service, number>>) {
  const asked: Service[] = [];
  return { asked, ask: async (service: Service) => (asked.push(service), codes[service] ?? 0) };
}

describe('npm run keyring', () => {
  it('asks every service, or the one it names, and fails when one could not', async () => {
    const all = owners({});
    expect(await askForKeyring(['rotate'], all.ask)).toBe(0);
    expect(all.asked).toEqual(services);
    const one = owners({});
    expect(await askForKeyring(['status', '--service', 'webhooks'], one.ask)).toBe(0);
    expect(one.asked).toEqual(['webhooks']);
    expect(await askForKeyring(['rotate'], owners({ webhooks: 1 }).ask)).toBe(1);
  });

  it('tells of an unreadable command once', async () => {
    const { asked, ask } = owners({ documents: 2 });
    expect(await askForKeyring(['turn'], ask)).toBe(2);
    expect(asked).toEqual(['documents']);
  });

  it('adds a first key to the ring of this machine, and keeps the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyring-'));
    try {
      const before = ringOf(new State(folder).secrets);
      const state = new State(folder);
      const id = state.addKey(1_790_000_000_000);
      expect(id).toMatch(/^k[a-z0-9]{1,15}$/);
      expect(ringOf(new State(folder).secrets)).toMatch(new RegExp(`^${id}:[A-Za-z0-9+/]{43}=,local:`));
      expect(ringOf(new State(folder).secrets).endsWith(before)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
