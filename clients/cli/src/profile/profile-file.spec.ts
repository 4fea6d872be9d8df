import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { profilePath, readProfiles, writeProfiles } from './profile-file';

describe('file of profiles', () => {
  let home: string;
  let path: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'profiles-'));
    path = profilePath({}, home);
  });
  afterEach(() => rmSync(home, { recursive: true }));
  const profiles = { main: { baseUrl: 'https://api.example.com/v1', apiKey: 'key' } };

  it('what was written is read, and only the owner can open it', () => {
    expect(readProfiles(path)).toEqual({});
    writeProfiles(path, profiles);
    expect(readProfiles(path)).toEqual(profiles);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('a file that others can read is refused with the command that mends it', () => {
    writeProfiles(path, profiles);
    chmodSync(path, 0o644);
    expect(() => readProfiles(path)).toThrow(`chmod 600 '${path}'`);
  });

  it.each(['{', '[]', '{"main":{"baseUrl":"x"}}', '{"main":null}'])('a file that holds %s is refused', (content) => {
    writeProfiles(path, profiles);
    writeFileSync(path, content);
    expect(() => readProfiles(path)).toThrow('sign in again');
  });
});
