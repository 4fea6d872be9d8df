import { findFreePort, renderNatsConfig, type NatsControl } from '@app/servers';
import { connect } from 'nats';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { busFile, busPasswordVariable } from './bus-file';
import { assertPasswords } from './password';

const deploy = join(__dirname, '../..');
const { program } = JSON.parse(process.env['TEST_NATS_CONTROL'] ?? '') as NatsControl;
const installations = process.env['LONG'] ? 100 : 20;
const users = [...busFile().matchAll(/user: "([^"]+)"/g)].map(([, user = '']) => user);
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'judgment-bus-file-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** What deploy/secrets.sh prints, by variable. */
function generated(): Record<string, string> {
  const { stdout } = spawnSync('sh', [join(deploy, 'secrets.sh')], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** The environment of compose's NATS container, with the variables of a .env file put in. */
function natsEnvironment(secrets: Record<string, string>): Record<string, string> {
  const { services } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { nats: { environment: Record<string, string> } };
  };
  const put = (text: string): string => text.replace(/\$\{(\w+):\?[^}]*\}/, (_, name: string) => secrets[name] ?? '');
  return Object.fromEntries(Object.entries(services.nats.environment).map(([name, text]) => [name, put(text)]));
}

/** What `nats-server -t` says of a configuration; '' when it takes it. */
function faultOf(config: string, env: Record<string, string>): string {
  const file = join(folder, 'checked.conf');
  writeFileSync(file, config);
  const { status, stderr } = spawnSync(program, ['-c', file, '-t'], { env, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

describe('passwords of generated installations', () => {
  it(`fit the configuration of nats-server in ${installations} of ${installations}`, () => {
    const faults = Array.from({ length: installations }, () => faultOf(busFile(), natsEnvironment(generated())));
    expect(faults.filter((fault) => fault !== '')).toEqual([]);
  });

  it('begin with a letter, so that a container without the quotes takes them too', () => {
    const secrets = generated();
    const passwords = Object.entries(secrets).filter(([name]) => name.includes('PASSWORD'));
    expect(passwords).toHaveLength(8 + users.length - 1 + 1); // roles, bus users but the operator, administrator
    for (const [, password] of passwords) expect(password).toMatch(/^[a-z][0-9a-z]{48}$/);
    expect(faultOf(busFile(), secrets)).toBe('');
  });

  it('are told apart from what the old documentation made, which a bare variable cannot hold', () => {
    const bare = Object.fromEntries(users.map((user) => [busPasswordVariable(user), '48e2aa']));
    expect(faultOf(busFile(), bare)).toContain('could not be parsed');
    expect(faultOf(busFile(), natsEnvironment(bare))).toBe('');
  });

  it('that set-up takes are the passwords that log in', async () => {
    const odd = [
      '48e2aa',
      '12345678901234567890',
      'true',
      '5m',
      "it's#1{};",
      '~!@%^&*()',
      'a+b/c==',
      '-x',
      '1e5',
      'off',
    ];
    const secrets = Object.fromEntries(users.map((user, i) => [busPasswordVariable(user), odd[i % odd.length] ?? '']));
    expect(() => assertPasswords(secrets)).not.toThrow();
    const port = await findFreePort();
    const config = busFile()
      .replace('port: 4222', `port: ${port}`)
      .replace('http_port: 8222\n', '')
      .replace('"/data"', `"${folder}/store"`);
    const file = join(folder, 'nats.conf');
    writeFileSync(file, config);
    const server = spawn(program, ['-c', file], { env: natsEnvironment(secrets), stdio: 'ignore' });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    try {
      const servers = `127.0.0.1:${port}`;
      for (const user of users) {
        const pass = secrets[busPasswordVariable(user)];
        const connection = await connect({ servers, user, pass, waitOnFirstConnect: true, reconnectTimeWait: 50 });
        await connection.close();
      }
    } finally {
      server.kill('SIGKILL');
      await ended;
    }
  });
});

describe('the configuration of `npm start`', () => {
  it('takes any password', () => {
    const odd = ['48e2', 'a"b', 'a\\b', '$x', "'", '5m'].map((password, i) => ({ user: `u${i}`, password }));
    const settings = { port: 4222, storeDir: folder, pidFile: join(folder, 'x.pid'), users: odd };
    expect(faultOf(renderNatsConfig(settings), {})).toBe('');
  });
});
