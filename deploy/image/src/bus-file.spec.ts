import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { busFile } from './bus-file';

describe('the NATS configuration of containers', () => {
  it('is the one that stands in the chart', () => {
    expect(readFileSync(join(__dirname, '../../../helm/files/nats.conf'), 'utf8')).toBe(busFile());
  });

  it('holds no password', () => {
    expect(busFile().match(/password: (?!\$NATS_PASSWORD_)/)).toBeNull();
  });
});
