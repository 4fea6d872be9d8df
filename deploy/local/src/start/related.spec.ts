import { changeAnAccount, describeChange } from './related';

const ticket = (status: string, p: number) => ({
  id: 'ticket:1',
  attributes: { account: 'account:9' },
  answers: { churn_risk: { status, stale_reason: status === 'stale' ? 'related_changed' : null, p } },
});

/** An example whose ticket reads stale for so many reads after its account was written. */
function example(staleReads: number) {
  const written: unknown[] = [];
  let left = staleReads;
  const call = (_method: string, path: string, body: object): Promise<unknown> => {
    if (path === '/query') return Promise.resolve({ documents: [ticket('fresh', 0.4)] });
    if (path === '/documents') return Promise.resolve(written.push(body));
    return Promise.resolve({ documents: [left-- > 0 ? ticket('stale', 0.4) : ticket('fresh', 0.7)] });
  };
  return { call, written };
}

describe('a change of an account of the example', () => {
  it('is written once and followed until its ticket is fresh again', async () => {
    const { call, written } = example(2);
    let time = 0;
    const change = await changeAnAccount(call, () => (time += 500));
    expect(written).toMatchObject([{ patch: [{ id: 'account:9', state: { note: expect.any(String) as string } }] }]);
    expect(change).toMatchObject({
      account: 'account:9',
      ticket: 'ticket:1',
      seen: 'related_changed',
      before: 0.4,
      after: 0.7,
    });
    expect(describeChange(change!)).toContain('ticket:1, which points at it, read "related_changed" at once');
  });

  it('is given up when the ticket stays stale', async () => {
    let time = 0;
    expect(await changeAnAccount(example(1e9).call, () => (time += 20_000))).toBeNull();
  });

  it('is not made without a ticket that was judged', async () => {
    expect(await changeAnAccount(() => Promise.resolve({ documents: [] }))).toBeNull();
  });
});
