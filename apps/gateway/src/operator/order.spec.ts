import { readOrder } from './order';

const mailId = `eml_${'0a'.repeat(16)}`;
const order = (line: string) => readOrder(line.split(' '));

describe("the operator's command", () => {
  it.each<[string, object]>([
    ['org create acme', { kind: 'org-create', name: 'acme', plan: 'developer' }],
    ['org plan acme --plan team', { kind: 'org-plan', name: 'acme', plan: 'team' }],
    ['org suggestions acme --on', { kind: 'org-suggestions', name: 'acme', isOn: true }],
    ['org suggestions acme --off', { kind: 'org-suggestions', name: 'acme', isOn: false }],
    [
      'org member-add --org acme --email ada@example.com',
      { kind: 'member-add', organization: 'acme', email: 'ada@example.com', role: 'member', readsPassword: false },
    ],
    [
      'org member-add --org acme --email ada@example.com --role owner --password-stdin',
      { kind: 'member-add', organization: 'acme', email: 'ada@example.com', role: 'owner', readsPassword: true },
    ],
    [
      'org sign-in-link --org acme --email ada@example.com',
      { kind: 'sign-in-link', organization: 'acme', email: 'ada@example.com' },
    ],
    [
      'org sessions-revoke --org acme --email ada@example.com',
      { kind: 'sessions-revoke', organization: 'acme', email: 'ada@example.com' },
    ],
    [
      'keys create --org acme --role read_only --scope acme/prod/* --json',
      { kind: 'key-create', organization: 'acme', role: 'read_only', scope: 'acme/prod/*', json: true },
    ],
    ['keys list --org acme', { kind: 'key-list', organization: 'acme', json: false }],
    ['keys revoke key_1 --org acme', { kind: 'key-revoke', organization: 'acme', id: 'key_1' }],
    [
      'limits --org acme --concurrent-reads 5',
      { kind: 'limits', organization: 'acme', limits: { concurrentReads: 5 } },
    ],
    [
      'limits --org acme --requests-per-second-per-key default',
      { kind: 'limits', organization: 'acme', limits: { requestsPerSecondPerKey: null } },
    ],
    [
      'limits --org acme --key key_1 --requests-per-second 7',
      { kind: 'key-limit', organization: 'acme', id: 'key_1', requestsPerSecond: 7 },
    ],
    ['mails list', { kind: 'mail-list', organization: null, status: null, json: false }],
    [
      'mails list --org acme --status failed --json',
      { kind: 'mail-list', organization: 'acme', status: 'failed', json: true },
    ],
    [`mails show ${mailId}`, { kind: 'mail-show', id: mailId }],
    [`mails retry ${mailId}`, { kind: 'mail-retry', id: mailId }],
  ])('`%s` is parsed', (line, expected) => expect(order(line)).toMatchObject(expected));

  it.each([
    '',
    'org',
    'org create',
    'org create -',
    'org create acme --plan gold',
    'org plan acme',
    'org suggestions acme',
    'org suggestions acme --on --off',
    'org suggestions --on',
    'org member-add --org acme --email nobody',
    'org member-add --org acme --email a@b.c --role king',
    'keys create --role read_only',
    'keys create --org acme --scope *x',
    'keys create --org acme --expires-at soon',
    'keys revoke --org acme',
    'limits --org acme',
    'limits --org acme --concurrent-reads 0',
    'limits --org acme --concurrent-reads 1.5',
    'limits --org acme --key key_1',
    'limits --org acme --colour red',
    'mails',
    'mails list --status lost',
    'mails show',
    'mails show 17',
  ])('`%s` is refused with a sentence', (line) => {
    expect(() => order(line)).toThrow(/usage|must be|is missing|needs a name|Unknown/);
  });
});
