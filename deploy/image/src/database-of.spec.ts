import { databaseOf } from './database-of';

describe('the database of set-up', () => {
  it("is `judgment` on the administrator's server, unless an address names another", () => {
    const admin = 'postgres://root:x@db:5432/postgres';
    expect(databaseOf(admin, '')).toEqual({ url: admin, database: 'judgment' });
    const own = 'postgres://pooler:6432/judge_prod?sslmode=verify-full';
    expect(databaseOf(admin, own)).toEqual({ url: own, database: 'judge_prod' });
    expect(databaseOf('', own)).toEqual({ url: own, database: 'judge_prod' });
  });

  it('is asked for when nothing tells it', () => {
    expect(() => databaseOf('', '')).toThrow(/DATABASE_ADMIN_URL and DATABASE_URL are missing/);
    expect(() => databaseOf('', 'postgres://db:5432')).toThrow(/must end with the name/);
  });
});
