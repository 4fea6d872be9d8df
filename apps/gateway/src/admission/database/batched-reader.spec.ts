import { BatchedReader, Found, maxPerRead, maxWaiting } from './batched-reader';

/** A database that counts its statements, and answers one when it is let. */
class CountingDatabase {
  statements: (readonly string[])[] = [];
  underWay = 0;
  mostUnderWay = 0;
  fault: Error | null = null;

  readonly readAll = async (names: readonly string[]): Promise<Found<string>> => {
    this.statements.push(names);
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    await new Promise((resolve) => setImmediate(resolve));
    this.underWay--;
    if (this.fault) throw this.fault;
    return { byName: new Map([['known', 'Ada']]), revision: 7 };
  };
}

const reading = (): { database: CountingDatabase; reader: BatchedReader<string> } => {
  const database = new CountingDatabase();
  return { database, reader: new BatchedReader(database.readAll) };
};

describe('keys and sessions that are not cached', () => {
  it('cost one connection and a few statements, however many are made up [defect S-M1]', async () => {
    const { database, reader } = reading();
    const found = await Promise.all(Array.from({ length: 5000 }, (_, i) => reader.read(`key-${i}`)));
    expect(found.every(({ found, revision }) => found === null && revision === 7)).toBe(true);
    expect(database.mostUnderWay).toBe(1);
    expect(database.statements).toHaveLength(Math.ceil(5000 / maxPerRead));
  });

  it('are found by name', async () => {
    const { reader } = reading();
    expect(await Promise.all([reader.read('known'), reader.read('unknown')])).toEqual([
      { found: 'Ada', revision: 7 },
      { found: null, revision: 7 },
    ]);
  });

  it('are read once when many requests send the same one', async () => {
    const { database, reader } = reading();
    await Promise.all(Array.from({ length: 500 }, () => reader.read('same')));
    expect(database.statements).toEqual([['same']]);
  });

  it('are refused past the bound of those that wait, and read again afterwards [defect S-M1]', async () => {
    const { reader } = reading();
    const waiting = Array.from({ length: maxWaiting + 1 }, (_, i) => reader.read(`key-${i}`));
    const ends = await Promise.allSettled(waiting);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(ends.at(-1)).toMatchObject({ reason: { code: 'unavailable', retryAfterS: 1 } });
    expect((await reader.read('later')).found).toBeNull();
  });

  it('fail together when the database does, and the next is read anew', async () => {
    const { database, reader } = reading();
    database.fault = new Error('away');
    const ends = await Promise.allSettled([reader.read('a'), reader.read('b')]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    database.fault = null;
    expect((await reader.read('a')).revision).toBe(7);
  });
});
