import { EXIT, UnreadableCommand } from '@app/commands';
import { readOrder } from './read-order';

const mailId = `eml_${'0a'.repeat(16)}`;
const order = (line: string) => readOrder(line.split(' ').filter(Boolean));

describe("the operator's command", () => {
  it.each<[string, object]>([
    ['org create acme', { kind: 'org-create', name: 'acme', plan: 'developer' }],
    [
      'org set-up acme --plan scale --owner ada@example.com --password-stdin',
      { kind: 'org-set-up', name: 'acme', plan: 'scale', owner: 'ada@example.com', readsPassword: true },
    ],
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
    [
      'explain --org acme --namespace a/b --document d1 --judgment late',
      { kind: 'explain', organization: 'acme', namespace: 'a/b', document: 'd1', judgment: 'late' },
    ],
    ['mails list', { kind: 'mail-list', organization: null, status: null, json: false }],
    [
      'mails list --org acme --status failed --json',
      { kind: 'mail-list', organization: 'acme', status: 'failed', json: true },
    ],
    [`mails show ${mailId}`, { kind: 'mail-show', id: mailId }],
    [`mails retry ${mailId}`, { kind: 'mail-retry', id: mailId }],
  ])('`%s` is parsed', (line, expected) => expect(order(line)).toMatchObject(expected));

  it.each<[string, RegExp]>([
    ['', /^Usage: operator/],
    ['org', /^Usage: operator org/],
    ['org create', /missing required argument 'name'\s+Usage: operator org create/],
    ['org create -', /An organization needs a name of 1 to 128 characters/],
    ['org create acme --plan gold', /Allowed choices are developer, team, scale/],
    ['org plan acme', /required option '--plan <plan>' not specified/],
    ['org suggestions acme', /^Give either --on or --off/],
    ['org suggestions acme --on --off', /^Give either --on or --off/],
    ['org suggestions --on', /missing required argument 'name'/],
    ['org member-add --org acme --email nobody', /'--email <address>'.* must be an address/],
    ['org member-add --org acme --email a@b.c --role king', /Allowed choices are owner, admin, member/],
    ['org member-email --org acme --email a@b.c', /required option '--to <address>'/],
    ['keys create --role read_only', /required option '--org <name>'/],
    ['keys create --org= --role read_only', /'--org <name>'.* is empty/],
    ['keys create --org acme --scope *x', /'--scope <scope>'.* must be '\*', a namespace/],
    ['keys create --org acme --expires-at soon', /must be a timestamp/],
    ['keys revoke --org acme', /missing required argument 'key-id'/],
    ['limits --org acme', /^Give a limit/],
    ['limits --org acme --concurrent-reads 0', /must be an integer in 1\.\.1000000/],
    ['limits --org acme --concurrent-reads 1.5', /must be an integer in 1\.\.1000000/],
    ['limits --org acme --key key_1', /--key and --requests-per-second go together/],
    ['limits --org acme --requests-per-second 5', /--key and --requests-per-second go together/],
    [
      'limits --org acme --key key_1 --requests-per-second 5 --concurrent-reads 5',
      /'--key <key-id>' cannot be used with option '--concurrent-reads <n>'/,
    ],
    ['limits --org acme --colour red', /unknown option '--colour'/],
    ['mails', /^Usage: operator mails/],
    ['mails list --status lost', /Allowed choices are/],
    ['mails show', /missing required argument 'mail-id'/],
    ['mails show 17', /must be an id as `mails list` shows it/],
    ['mails list everything', /too many arguments/],
    ['org idp-set --org acme --issuer http://example.com', /must be the https:\/\/ address/],
  ])('`%s` is refused with a sentence', (line, sentence) => {
    const refusal = refusalOf(line);
    expect(refusal).toMatchObject({ exitCode: EXIT.usage });
    expect(refusal.message).toMatch(sentence);
  });

  it('`keys create --help` lists its options and is no failure', () => {
    const help = refusalOf('keys create --help');
    expect(help.exitCode).toBe(EXIT.done);
    expect(help.message).toMatch(/^Usage: operator keys create \[options\]/);
    expect(help.message).toMatch(/--scope <scope> .*\(default: "\*"\)/s);
  });
});

function refusalOf(line: string): UnreadableCommand {
  try {
    order(line);
  } catch (error) {
    if (error instanceof UnreadableCommand) return error;
    throw error;
  }
  throw new Error(`${line} was read`);
}
