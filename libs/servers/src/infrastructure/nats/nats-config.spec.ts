import { renderNatsConfig } from './nats-config';
import { isNatsNewEnough } from '../process/program';

const settings = {
  port: 4222,
  storeDir: '/data/store',
  pidFile: '/data/nats.pid',
  users: [{ user: 'admin', password: 'a"b' }],
};

describe('configuration of nats-server', () => {
  it('listens on this machine only and takes 16 MiB', () => {
    expect(JSON.parse(renderNatsConfig(settings))).toEqual({
      server_name: 'judgment',
      host: '127.0.0.1',
      port: 4222,
      pid_file: '/data/nats.pid',
      max_payload: 16_777_216,
      max_connections: 1000,
      jetstream: { store_dir: '/data/store' },
      authorization: { users: [{ user: 'admin', password: 'a"b' }] },
    });
  });

  it('names a server of a cluster and where the others are', () => {
    const cluster = { serverName: 'nats-1', port: 6222, routes: ['nats-route://127.0.0.1:6223'] };
    expect(JSON.parse(renderNatsConfig({ ...settings, cluster }))).toMatchObject({
      server_name: 'nats-1',
      cluster: { name: 'judgment', host: '127.0.0.1', port: 6222, routes: ['nats-route://127.0.0.1:6223'] },
    });
  });

  it('passes permissions on as they are', () => {
    const permissions = { publish: { allow: ['a.b'] }, subscribe: { allow: ['_INBOX_x.>'] } };
    const config = renderNatsConfig({ ...settings, users: [{ user: 'x', password: 'y', permissions }] });
    expect(JSON.parse(config)).toMatchObject({ authorization: { users: [{ permissions }] } });
  });
});

describe('version of nats-server', () => {
  it.each([
    ['2.9.0', true],
    ['2.10.4', true],
    ['3.0.0', true],
    ['2.8.9', false],
    ['1.99.0', false],
    ['', false],
  ])('%s is new enough: %s', (version, wanted) => {
    expect(isNatsNewEnough(version)).toBe(wanted);
  });
});
