import { readFileSync, writeFileSync } from 'node:fs';
import { readDeclaredHelps } from './declared-helps';
import { helpFile, readerOf } from './reader';

describe('deploy/local/help.json (`npm run docs` writes it)', () => {
  it('holds what the tables of commands say', async () => {
    const wanted = await readDeclaredHelps();
    if (process.env['WRITE_HELP']) writeFileSync(helpFile, `${JSON.stringify(wanted, null, 2)}\n`);
    expect(JSON.parse(readFileSync(helpFile, 'utf8'))).toEqual(JSON.parse(JSON.stringify(wanted)));
  });

  it('names the service that reads a command', () => {
    expect(['org', 'engines', 'dead'].map(readerOf)).toEqual(['gateway', 'engine-broker', 'every']);
    expect(() => readerOf('kitchen')).toThrow(/no command "kitchen": choose one of org, keys/);
    expect(() => readerOf('')).toThrow(/^Name a command/);
    expect(() => readerOf('extension')).toThrow(/choose one of/);
  });
});
