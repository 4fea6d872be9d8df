import {
  currentOf,
  delivered,
  emptyReview,
  filled,
  Item,
  labelled,
  nextToSend,
  saidBy,
  skipped,
  undone,
} from './review';

const item = (answer: string): Item => ({ answer, namespace: 'a', document: answer }) as unknown as Item;
const review = filled(emptyReview, ['1', '2', '3'].map(item));

it('holds the newest label back so that it can be taken back, and sends the others in order', () => {
  const one = labelled(review, { value: true });
  expect(nextToSend(one, false)).toBeUndefined();
  const two = labelled(one, { value: false });
  expect(nextToSend(two, false)?.item.answer).toBe('1');
  const back = undone(two);
  expect([currentOf(back)?.answer, back.outbox.length]).toEqual(['2', 1]);
  expect(nextToSend(two, true)?.value).toBe(true);
});

it('forgets a label when the service has it, also one of two alike', () => {
  const two = labelled(labelled(review, { value: true }), { value: true });
  const label = nextToSend(two, false);
  if (!label) throw new Error('Nothing is to be sent.');
  const after = delivered(two, label);
  expect([after.sent, after.outbox.map(({ item: { answer } }) => answer)]).toEqual([1, ['2']]);
  expect(undone(delivered(after, after.outbox[0]))).toMatchObject({ sent: 2, at: 2 });
});

it('skips without a label, ends at the end, and takes no item twice', () => {
  const end = skipped(skipped(skipped(review)));
  expect([end.skipped, currentOf(end), labelled(end, { value: true })]).toEqual([3, undefined, end]);
  expect(filled(review, [item('3'), item('4')]).items).toHaveLength(4);
});

it.each([
  ['y', 'bool', [], { value: true }],
  ['n', 'bool', [], { value: false }],
  ['1', 'bool', [], null],
  ['2', 'choice', ['a', 'b'], { value: 'b' }],
  ['3', 'choice', ['a', 'b'], null],
  ['0', 'choice', ['a'], { escape: true }],
  ['4', 'score', [1, 2, 3, 4], { value: 4 }],
  ['9', 'score', [1, 2], null],
])('the key %s of a %s says %j', (key, type, options, said) => {
  expect(saidBy(key, type, options)).toEqual(said);
});
