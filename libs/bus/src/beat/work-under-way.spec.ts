import { WorkUnderWay } from './work-under-way';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('an owner', () => {
  it('tells each asker of its requests again and again, until they are answered [defect S-F3]', () => {
    const told: [string, readonly number[]][] = [];
    const work = new WorkUnderWay((inbox, ids) => told.push([inbox, ids]));
    const ends = [1, 2].map((id) => work.begin({ inbox: 'a', id }));
    work.begin({ inbox: 'b', id: 1 });
    jest.advanceTimersByTime(500);
    expect(told.splice(0)).toEqual([
      ['a', [1, 2]],
      ['b', [1]],
    ]);
    ends[0]();
    jest.advanceTimersByTime(1000);
    expect(told.splice(0).filter(([inbox]) => inbox === 'a')).toEqual([
      ['a', [2]],
      ['a', [2]],
    ]);
  });

  it('says nothing of requests that are answered soon, and keeps no timer without work', () => {
    const tell = jest.fn();
    const work = new WorkUnderWay(tell);
    for (let at = 0; at < 2000; at += 100) {
      const end = work.begin({ inbox: 'a', id: at });
      jest.advanceTimersByTime(100);
      end();
    }
    jest.advanceTimersByTime(500);
    expect(tell).not.toHaveBeenCalled();
    expect(jest.getTimerCount()).toBe(0);
  });
});
