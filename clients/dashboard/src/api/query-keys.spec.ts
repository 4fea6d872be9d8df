import { QueryClient } from '@tanstack/react-query';
import { keys } from './query-keys';

it('the judgments of a namespace with the name `today` are apart from those of the overview, and so is any [DASH-06]', () => {
  const queries = new QueryClient();
  for (const key of [keys.judgments.dearest, keys.judgments.ofPalette, keys.judgments.everyScope])
    queries.setQueryData(key, 'of many namespaces');
  for (const ns of ['today', 'of_today', 'palette', 'every', 'templates'])
    expect(queries.getQueryData(keys.judgments.of(ns))).toBeUndefined();
});

it('a change of one judgment concerns its own keys, one of a namespace those of all in it [DASH-06]', async () => {
  const queries = new QueryClient();
  const kept = [keys.calibration.of('a', 'late'), keys.calibration.fits('a', 'late'), keys.calibration.of('a', 'mood')];
  const stale = () => kept.map((key) => queries.getQueryState(key)?.isInvalidated);
  for (const key of kept) queries.setQueryData(key, {});
  await queries.invalidateQueries({ queryKey: keys.calibration.of('a', 'late') });
  expect(stale()).toEqual([true, true, false]);
  await queries.invalidateQueries({ queryKey: keys.calibration.in('a') });
  expect(stale()).toEqual([true, true, true]);
});
