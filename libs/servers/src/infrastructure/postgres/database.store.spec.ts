import { Client } from 'pg';
import { databaseUrl, preparationSql, prepareDatabase, type ServiceAccount } from './database';

const admin = process.env['TEST_DATABASE_URL'] ?? '';
const odd = '48e2~!@%41^&*()+/=?#:;';
const accounts: ServiceAccount[] = ['one', 'two'].map((schema) => ({ schema, role: `odd_${schema}`, password: odd }));

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function forget(database: string): Promise<void> {
  await inDatabase(admin, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    for (const { role } of accounts) await client.query(`drop role if exists ${role}`);
  });
}

const schemaSeen = (url: string) =>
  inDatabase(url, async (client) => (await client.query<{ name: string }>('select current_schema() as name')).rows);

describe('a database with a name of its own', () => {
  afterEach(() => forget('judge_odd'));

  it('is made with roles whose passwords hold any sign, and made again without harm', async () => {
    await prepareDatabase(admin, accounts, 'judge_odd');
    await prepareDatabase(admin, accounts, 'judge_odd');
    for (const account of accounts) {
      expect(await schemaSeen(databaseUrl(admin, account, 'judge_odd'))).toEqual([{ name: account.schema }]);
    }
  });

  it('takes a password that stands beside the address, as containers give it', async () => {
    await prepareDatabase(admin, accounts, 'judge_odd');
    const address = `postgres://odd_one@${new URL(admin).host}/judge_odd`;
    process.env['PGPASSWORD'] = odd;
    try {
      expect(await schemaSeen(address)).toEqual([{ name: 'one' }]);
    } finally {
      delete process.env['PGPASSWORD'];
    }
  });

  it('can be prepared by an administrator with the printed statements alone', async () => {
    await inDatabase(admin, (client) => client.query('create database judge_odd'));
    const sql = preparationSql(accounts, 'judge_odd');
    await inDatabase(databaseUrl(admin, undefined, 'judge_odd'), (client) => client.query(sql));
    const url = databaseUrl(admin, accounts[1], 'judge_odd');
    expect(await schemaSeen(url)).toEqual([{ name: 'two' }]);
    await expect(inDatabase(url, (client) => client.query('create table one.x ()'))).rejects.toThrow(
      'permission denied for schema one',
    );
  });
});
