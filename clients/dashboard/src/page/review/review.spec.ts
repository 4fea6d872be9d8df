import {
  aheadOf,
  currentOf,
  delivered,
  dropped,
  emptyReview,
  failed,
  filled,
  Item,
  labelled,
  nextToSend,
  retried,
  saidBy,
  saidText,
  skipped,
  tried,
  undone,
  wentBack,
  type Review,
  type Said,
} from './review';

const item = (answer: string): Item => ({ answer, namespace: 'a', document: answer }) as unknown as Item;
const review = filled(emptyReview, ['1', '2', '3'].map(item));
let made = 0;
const say = (of: Review, said: Said) => labelled(of, { ...said, key: `key-${++made}` });

it('holds the newest label back so that it can be taken back, and sends the others in order [DASH-06]', () => {
  const one = say(review, { value: true });
  expect(nextToSend(one, false)).toBeUndefined();
  const two = say(one, { value: false });
  expect(nextToSend(two, false)?.item.answer).toBe('1');
  const back = undone(two);
  expect([currentOf(back)?.answer, back.outbox.length]).toEqual(['2', 1]);
  expect(nextToSend(two, true)?.value).toBe(true);
});

it('forgets a label when the service has it, also one of two alike [DASH-06]', () => {
  const two = say(say(review, { value: true }), { value: true });
  const label = nextToSend(two, false);
  if (!label) throw new Error('Nothing is to be sent.');
  const after = delivered(two, label);
  expect([after.sent, after.outbox.map(({ item: { answer } }) => answer)]).toEqual([1, ['2']]);
  expect(undone(delivered(after, after.outbox[0]))).toMatchObject({ sent: 2, at: 2 });
});

it('leaves a label that is on its way in the outbox at undo, and sends what is said next after it, in its place [DASH-06]', () => {
  const one = say(review, { value: true });
  const [label] = one.outbox;
  const away = tried(one, label);
  const back = undone(away);
  expect([currentOf(back)?.answer, back.outbox]).toEqual(['1', [{ ...label, tried: true }]]);
  const again = say(back, { value: false });
  expect(again.outbox.map(({ value, tried: isTried }) => [value, isTried])).toEqual([[false, undefined]]);
  // The reply to the first one takes nothing of the second away.
  expect(nextToSend(delivered(again, label), true)?.value).toBe(false);
  expect(nextToSend(failed(again, label, 'offline'), true)?.value).toBe(false);
});

it('sends a label that was on its way at undo and is not replaced [DASH-06]', () => {
  const one = say(review, { value: true });
  const [label] = one.outbox;
  const lost = failed(undone(tried(one, label)), label, 'offline');
  // The request may have arrived although its reply did not: nothing takes such a label back any more.
  const back = undone(lost);
  expect([currentOf(back)?.answer, nextToSend(retried(back), true)?.key]).toEqual(['1', label.key]);
  expect(delivered(back, label)).toMatchObject({ at: 0, outbox: [], sent: 1 });
});

it('keeps a label that failed with its key, lets the others pass, and sends it again [DASH-06]', () => {
  const three = ['1', '2', '3'].reduce((of) => say(of, { value: true }), review);
  const [first] = three.outbox;
  const after = failed(three, first, 'offline');
  expect(after.outbox[0]).toMatchObject({ key: first.key, error: 'offline' });
  expect(nextToSend(after, false)?.item.answer).toBe('2');
  expect(nextToSend(retried(after), false)).toEqual(first);
  expect(
    nextToSend(
      retried(after, () => false),
      false,
    )?.item.answer,
  ).toBe('2');
  expect(dropped(after, first).outbox.map(({ item: { answer } }) => answer)).toEqual(['2', '3']);
});

it('goes back to what was labelled, and the last thing said counts [DASH-06]', () => {
  const back = wentBack(say(review, { value: true }));
  expect([currentOf(back)?.answer, back.outbox.length]).toEqual(['1', 1]);
  const again = say(back, { value: false });
  expect([again.outbox.map(({ value }) => value), again.at]).toEqual([[false], 1]);
  expect(wentBack(wentBack(back)).at).toBe(0);
});

it('skips without a label, ends at the end, and takes no item twice [DASH-06]', () => {
  const end = skipped(skipped(skipped(review)));
  expect([end.skipped, currentOf(end), say(end, { value: true })]).toEqual([3, undefined, end]);
  expect(filled(review, [item('3'), item('4')]).items).toHaveLength(4);
  expect(aheadOf(review).map(({ answer }) => answer)).toEqual(['2', '3']);
  expect(aheadOf(review, 1)).toHaveLength(1);
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
])('the key %s of a %s says %j [DASH-06]', (key, type, options, said) => {
  expect(saidBy(key, type, options)).toEqual(said);
});

it('says labels in words [DASH-06]', () => {
  expect([{ value: true }, { value: false }, { value: 3 }, { escape: true as const }].map(saidText)).toEqual([
    'yes',
    'no',
    '3',
    'none of these',
  ]);
});
