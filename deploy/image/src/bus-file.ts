import {
  busUsers,
  operatorHost,
  operatorPermissions,
  operatorUser,
  sharedExtensionPermissions,
  sharedExtensionUser,
} from '@app/contracts/catalogue';

/** The variable that holds the password of a bus user. */
export function busPasswordVariable(user: string): string {
  const holder = user === operatorUser ? operatorHost : user;
  return `NATS_PASSWORD_${holder.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * The NATS configuration of containers: every service a user of its own with what the catalogue lets it say and hear,
 * passwords from the environment of nats-server, which reads them as configuration text: `48e2` would be a number, so the
 * containers put each password in double quotes.
 */
export function busFile(): string {
  const own = busUsers().map(({ service, permissions }) => ({ user: service as string, permissions }));
  const shared = { user: sharedExtensionUser, permissions: sharedExtensionPermissions() };
  const operator = { user: operatorUser, permissions: operatorPermissions() };
  const users = [...own, shared, operator].map(({ user, permissions }) =>
    [
      `    {`,
      `      user: "${user}"`,
      `      password: $${busPasswordVariable(user)}`,
      `      permissions: {`,
      `        publish: { allow: ${JSON.stringify(permissions.publish)} }`,
      `        subscribe: { allow: ${JSON.stringify(permissions.subscribe)} }`,
      `      }`,
      `    }`,
    ].join('\n'),
  );
  return [
    '# Made by deploy/image/src/bus-file.ts from the catalogue of messages; a spec fails when it drifts.',
    '# Variables hold passwords in double quotes: NATS_PASSWORD_GATEWAY=\'"..."\', since nats-server reads a bare 48e2 as a number.',
    'port: 4222',
    'http_port: 8222',
    'max_payload: 16777216',
    'max_connections: 1000',
    'jetstream: { store_dir: "/data" }',
    'authorization: {',
    '  users: [',
    users.join('\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
