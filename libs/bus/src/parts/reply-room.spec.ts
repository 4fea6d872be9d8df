import { mostUnderWay } from './part-turns';
import { ReplyRoom, mostMaking } from './reply-room';

const mib = 1024 * 1024;

describe('the room for work that makes large replies', () => {
  const setup = () => {
    const held = new Map<string, number>();
    const all = (): number => [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
    const rooms = new ReplyRoom({ held: (of) => (of === undefined ? all() : (held.get(of) ?? 0)) });
    const begun: string[] = [];
    const enter = (organization: string, name = organization, deadlineAtMs = Date.now() + 60_000) => {
      const work = { name };
      const entered = rooms.enter(work, organization, deadlineAtMs).then(() => void begun.push(name));
      return { work, entered };
    };
    return { held, rooms, begun, enter };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('is given to three pieces of work of an organization at once, to the others in their order [S-F4]', async () => {
    const { rooms, begun, enter } = setup();
    const works = Array.from({ length: 32 }, (_, n) => enter('a', `a${n}`));
    const other = enter('b');
    await turn();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'b']);
    expect(mostMaking).toBe(3);
    rooms.leave(works[1].work);
    rooms.leave(other.work);
    await turn();
    expect(begun.slice(4)).toEqual(['a3']);
  });

  it('is given to none while 4 MiB of its organization stand, or 64 MiB of all [S-F4]', async () => {
    const { held, rooms, begun, enter } = setup();
    held.set('a', mostUnderWay);
    enter('a');
    enter('b');
    await turn();
    expect(begun).toEqual(['b']);
    for (const name of ['c', 'd', 'e', 'f']) held.set(name, 16 * mib - 1);
    enter('g');
    await turn();
    expect(begun).toEqual(['b']);
    held.set('a', 0);
    held.set('c', 0);
    rooms.letIn();
    await turn();
    expect(begun).toEqual(['b', 'a', 'g']);
  });

  it('refuses work whose time is over, and counts it no more [S-F4]', async () => {
    const { held, rooms, begun, enter } = setup();
    held.set('a', mostUnderWay);
    const late = enter('a', 'late', Date.now() - 1);
    rooms.letIn();
    await expect(late.entered).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterS: 1,
      message: expect.stringContaining('send fewer at once') as string,
    });
    expect(rooms.isAwaited).toBe(false);
    held.set('a', 0);
    for (const name of ['x', 'y', 'z']) enter('a', name);
    await turn();
    expect(begun).toEqual(['x', 'y', 'z']);
  });
});
