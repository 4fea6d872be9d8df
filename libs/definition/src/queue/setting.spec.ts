import { refusalOf } from '../reading/refusal.fake';
import { defaultQueue, isDefaultQueue, mergeQueue, parseQueue } from './setting';

const parse = (value: unknown) => parseQueue(value, '/queue');

describe('the setting of the review queue', () => {
  it('has a tenth of the items labelled twice by default [OUT-09]', () => {
    expect(parse({})).toEqual({ second_label_share: 0.1 });
    expect(isDefaultQueue(parse({ second_label_share: 0.1 }))).toBe(true);
    expect(isDefaultQueue(parse({ second_label_share: 0 }))).toBe(false);
  });

  it('is patched member by member, and null resets [JDG-27]', () => {
    const current = { second_label_share: 1 };
    expect(mergeQueue(current, {}, '/queue')).toEqual(current);
    expect(mergeQueue(current, { second_label_share: 0.25 }, '/queue')).toEqual({ second_label_share: 0.25 });
    for (const reset of [null, { second_label_share: null }])
      expect(mergeQueue(current, reset, '/queue')).toEqual(defaultQueue);
  });

  it.each([
    [{ second_label_share: 1.1 }, 'bad_bounds', '/queue/second_label_share'],
    [{ second_label_share: -0.1 }, 'bad_bounds', '/queue/second_label_share'],
    [{ second_label_share: '0.1' }, 'bad_type', '/queue/second_label_share'],
    [{ share: 0.1 }, 'unknown_field', '/queue/share'],
    [[], 'bad_type', '/queue'],
  ])('refuses %j with its place [OUT-09]', (value, reason, path) => {
    expect(refusalOf(() => parse(value)).details).toMatchObject({ reason, path });
  });
});
