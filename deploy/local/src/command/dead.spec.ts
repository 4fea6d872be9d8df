import { services, type Service } from '@app/servers';
import { askForDead, servicesOf } from './dead';

/** Services that answer with the given codes, else 0; and who was asked. */
function owners(codes: Partial<Record<Service, number>>, others = 0) {
  const asked: Service[] = [];
  return { asked, ask: async (service: Service) => (asked.push(service), codes[service] ?? others) };
}

describe('npm run dead', () => {
  it('asks every service, or the one it names', () => {
    expect(servicesOf(['list', '--json'])).toEqual(services);
    expect(servicesOf(['redrive', '--all', '--service', 'judgments'])).toEqual(['judgments']);
    expect(servicesOf(['list', '--service=billing'])).toEqual(['billing']);
    expect(() => servicesOf(['list', '--service', 'kitchen'])).toThrow(/no service "kitchen"[^]*documents, judgments/);
    expect(() => servicesOf(['list', '--service'])).toThrow(/is one of/);
  });

  it('shows what it can and fails when one service could not', async () => {
    const { asked, ask } = owners({ judgments: 1 });
    expect(await askForDead(['list'], ask)).toBe(1);
    expect(asked).toEqual(services);
    expect(await askForDead(['list'], owners({}).ask)).toBe(0);
  });

  it('seeks a fact until a service has it', async () => {
    const { asked, ask } = owners({ 'engine-broker': 0 }, 1);
    expect(await askForDead(['redrive', '--id', 'msg_1'], ask)).toBe(0);
    expect(asked).toEqual(['documents', 'judgments', 'engine-broker']);
    expect(await askForDead(['redrive', '--id', 'msg_1'], owners({}, 1).ask)).toBe(1);
  });

  it('tells of an unreadable command once', async () => {
    const { asked, ask } = owners({}, 2);
    expect(await askForDead(['redrive', '--all'], ask)).toBe(2);
    expect(asked).toEqual(['documents']);
  });
});
