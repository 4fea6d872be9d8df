/** Subjects a bus user may publish and subscribe to; missing means everything. */
export interface NatsPermissions {
  publish?: { allow?: string[]; deny?: string[] };
  subscribe?: { allow?: string[]; deny?: string[] };
}

export interface NatsUser {
  user: string;
  password: string;
  /** Missing: everything is permitted. */
  permissions?: NatsPermissions;
}

/** A user that may publish and subscribe to the listed subjects. */
export function busUser(user: string, password: string, allowed: { publish: string[]; subscribe: string[] }): NatsUser {
  const permissions = {
    publish: { allow: allowed.publish },
    subscribe: { allow: allowed.subscribe },
  };
  return { user, password, permissions };
}

export interface NatsSettings {
  host?: string;
  port: number;
  storeDir: string;
  pidFile: string;
  users: NatsUser[];
  /** Bytes, headers included. */
  maxPayloadBytes?: number;
  maxConnections?: number;
  /** It is one of several servers, which reach each other at `routes`. */
  cluster?: { serverName: string; port: number; routes: string[] };
}

/** 16 MiB, the payload limit that the services assert at start. */
export const maxPayloadBytes = 16 * 1024 * 1024;

/** The configuration file of nats-server, in its own format (JSON is a subset of it). */
export function renderNatsConfig(settings: NatsSettings): string {
  const { host = '127.0.0.1', cluster } = settings;
  return `${JSON.stringify(
    {
      server_name: cluster?.serverName ?? 'judgment',
      host,
      port: settings.port,
      pid_file: settings.pidFile,
      max_payload: settings.maxPayloadBytes ?? maxPayloadBytes,
      max_connections: settings.maxConnections ?? 1000,
      jetstream: { store_dir: settings.storeDir },
      ...(cluster && { cluster: { name: 'judgment', host, port: cluster.port, routes: cluster.routes } }),
      ...renderUsers(settings.users),
    },
    null,
    2,
  )}\n`;
}

/** The part that a server of somebody else must be given. */
export function renderUsers(users: NatsUser[]): { authorization: { users: NatsUser[] } } {
  return { authorization: { users } };
}
