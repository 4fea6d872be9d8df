import { refusalOf } from './migration';

describe('migrations that failed', () => {
  it('are told with the services and the first reason', () => {
    const output = [
      'documents: up to date',
      'billing cannot migrate: relation "ledger" does not exist',
      'gateway: Accounts1790000000003',
      'events-feed cannot migrate: canceling statement due to lock timeout',
      '',
    ].join('\n');
    expect(refusalOf(output, 'logs/migrate.log')).toBe(
      'The migrations of billing, events-feed failed (relation "ledger" does not exist): see logs/migrate.log, mend that and start again.',
    );
  });

  it('are told with the last line when the process never came to a service', () => {
    const sentence = refusalOf("Error: Cannot find module 'x'\nNode.js v20.20.2\n", 'logs/migrate.log');
    expect(sentence).toBe('The migrations failed (Node.js v20.20.2): see logs/migrate.log, mend that and start again.');
  });
});
