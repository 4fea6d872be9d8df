import { databaseName } from '@app/servers';

/**
 * The server and database of the services.
 * @param adminUrl administrator's address; '' for none
 * @param url address of the services' database, without a login; '' for the usual name on the administrator's server
 * @throws Error when neither tells where the database is
 */
export function databaseOf(adminUrl: string, url: string): { url: string; database: string } {
  if (url === '') {
    if (adminUrl === '')
      throw new Error('DATABASE_ADMIN_URL and DATABASE_URL are missing: set one, so that set-up finds Postgres.');
    return { url: adminUrl, database: databaseName };
  }
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  if (database === '') throw new Error('DATABASE_URL must end with the name of the database, such as /judgment.');
  return { url, database };
}
