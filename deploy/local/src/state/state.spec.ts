import { FakeDocker } from '@app/servers/testing';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forget, State } from './state';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'judgment-state-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('state folder', () => {
  it('keeps secrets and what is known over a restart, readable by its owner only', () => {
    const first = new State(folder);
    first.keep({ apiKey: 'k' });
    first.keep({ ports: { nats: 4222 } });
    const second = new State(folder);
    expect(second.secrets).toEqual(first.secrets);
    expect(second.kept).toEqual({ apiKey: 'k', ports: { nats: 4222 } });
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('takes over the password of a cluster that was made before its secrets', () => {
    writeFileSync(join(folder, 'postgres-password'), 'pPrepared');
    expect(new State(folder).secrets.postgres).toBe('pPrepared');
    expect(new State(folder).secrets.postgres).toBe('pPrepared');
    expect(existsSync(join(folder, 'postgres-password'))).toBe(false);
  });

  it('knows what runs only while the supervisor lives', () => {
    const state = new State(folder);
    const running = { baseUrls: ['http://127.0.0.1:8080/v1'], adminUrl: 'a', natsUrl: 'b' };
    state.take();
    state.running = running;
    expect(new State(folder).running).toEqual(running);
    writeFileSync(join(folder, 'supervisor.pid'), '999999999\n'); // killed: the files are left
    expect(new State(folder).running).toBeUndefined();
  });

  it('forgets everything but unpacked programs', async () => {
    const before = new State(folder).secrets;
    mkdirSync(join(folder, 'programs'));
    await forget(folder);
    expect(existsSync(join(folder, 'programs'))).toBe(true);
    expect(new State(folder).secrets).not.toEqual(before);
  });

  it('asks Docker only where data stand in its volumes, and keeps everything when it does not delete them [O-L13]', async () => {
    const docker = new FakeDocker();
    try {
      new State(folder);
      await forget(folder);
      expect(docker.words()).toEqual([]);
      const { secrets } = new State(folder);
      writeFileSync(join(folder, 'volumes'), 'one\n');
      docker.answer('fails', 'volume');
      await expect(forget(folder)).rejects.toThrow('"docker volume" failed');
      expect(new State(folder).secrets).toEqual(secrets);
      docker.answer('fails', '');
      docker.words();
      await forget(folder);
      expect(docker.words()).toContain('volume rm --force one');
      expect(existsSync(join(folder, 'volumes'))).toBe(false);
    } finally {
      docker.close();
    }
  });
});
