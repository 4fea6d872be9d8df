import { edgesIn, edgesText, shownOf, type Upstream, withShown } from './upstream';

it('shows an answer in bands, by a cut or as its option, and never in two ways [REL-06]', () => {
  const mood: Upstream = { judgment: 'mood', field: 'normalized', bands: [0.3, 0.7] };
  const byCut = withShown(mood, 'cut');
  expect(byCut).toEqual({ judgment: 'mood', field: 'normalized', cut: 0.5 });
  expect(withShown(byCut, 'bands')).toEqual({ judgment: 'mood', field: 'normalized', bands: [] });
  expect(withShown(mood, 'value')).toEqual({ judgment: 'mood', value: true });
  expect([mood, byCut, withShown(mood, 'value')].map(shownOf)).toEqual(['bands', 'cut', 'value']);
});

it('reads the edges of bands as it prints them', () => {
  expect(edgesIn(edgesText([0.3, 0.7]))).toEqual([0.3, 0.7]);
  expect(edgesIn(' 10;100 1000 ')).toEqual([10, 100, 1000]);
  expect([edgesIn(''), edgesIn('0.3, x')]).toEqual([[], [0.3, NaN]]);
});
