import { roleOf, schemaOf, type Service, type ServiceAccount } from '@app/servers';
import { databaseOf } from './database-of';

/** Where one service's schema is, or ought to be. */
export interface Target {
  service: Service;
  account: ServiceAccount;
  /** Administrator's address; '' when roles and schemas are there already. */
  adminUrl: string;
  /** Address of the server; its login and database do not count. */
  url: string;
  database: string;
}

/** What the environment says about one service. */
export interface ServicePlace {
  password: string;
  /** `postgres://user@host/database` of a Postgres of its own, which may leave out the user; '' for the common one. */
  databaseUrl: string;
  /** Administrator's address of it; '' when role and schema are there already. */
  adminUrl: string;
}

/**
 * The target of each service: the common database, or the one of its own.
 * @param common addresses of the common database; both '' when every service has its own
 * @throws Error when nothing tells where a service's database is
 */
export function targetsOf(
  common: { adminUrl: string; databaseUrl: string },
  places: ReadonlyMap<Service, ServicePlace>,
): Target[] {
  return [...places].map(([service, place]) => {
    const { adminUrl, databaseUrl } = place.databaseUrl === '' ? common : place;
    const { url, database } = databaseOf(adminUrl, databaseUrl);
    const user = place.databaseUrl === '' ? '' : decodeURIComponent(new URL(databaseUrl).username);
    const account = { schema: schemaOf(service), role: user || roleOf(service), password: place.password };
    return { service, account, adminUrl, url, database };
  });
}

/** Targets in one database of one server: they are prepared together. */
export function byDatabase(targets: readonly Target[]): Target[][] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const key = `${target.adminUrl} ${new URL(target.url).host} ${target.database}`;
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [...groups.values()];
}
