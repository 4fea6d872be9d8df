import { isEnter, isEscape, isPalette, keyNameOf, type KeyPress, singleKeyOf } from './key-press';

const plain: KeyPress = {
  key: 'y',
  code: 'KeyY',
  keyCode: 89,
  isComposing: false,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
};
const press = (part: Partial<KeyPress>): KeyPress => ({ ...plain, ...part });
/** Presses of an input method: what Chrome sends, Safari's Enter that ends it, and what Windows calls them. */
const composed: Partial<KeyPress>[] = [{ isComposing: true }, { keyCode: 229 }, { key: 'Process' }];

it.each([
  ['y', 'KeyY', 'y'],
  ['Y', 'KeyY', 'y'],
  ['н', 'KeyY', 'y'],
  ['Н', 'KeyY', 'y'],
  ['υ', 'KeyY', 'y'],
  ['ㅛ', 'KeyY', 'y'],
  ['١', 'Digit1', '1'],
  ['٣', 'Numpad3', '3'],
  // Layouts of Latin say what they mean: Dvorak, AZERTY, QWERTZ, Hebrew with its slash at the place of Q.
  ['y', 'KeyT', 'y'],
  ['é', 'Digit2', 'é'],
  ['/', 'Digit7', '/'],
  ['/', 'KeyQ', '/'],
  ['?', 'Slash', '?'],
  ['ö', 'Semicolon', 'ö'],
  ['ж', 'Semicolon', 'ж'],
  ['ArrowLeft', 'ArrowLeft', 'ArrowLeft'],
  ['Dead', 'KeyY', 'Dead'],
])('the key %s at the place %s is named %s [DASH-06]', (key, code, name) => {
  expect(keyNameOf({ key, code })).toBe(name);
});

it('takes a single key once, and none that is held down, combined or composed [DASH-06]', () => {
  expect(singleKeyOf(plain)).toBe('y');
  expect(singleKeyOf(press({ repeat: true }))).toBeNull();
  expect(singleKeyOf(press({ key: 'j', code: 'KeyJ', repeat: true }), (name) => name === 'j')).toBe('j');
  for (const part of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, ...composed])
    expect(singleKeyOf(press(part), () => true)).toBeNull();
});

it('takes an Enter that means what is typed, and an Escape that leaves [DASH-06]', () => {
  const enter = (part: Partial<KeyPress>) => isEnter({ nativeEvent: press({ key: 'Enter', code: 'Enter', ...part }) });
  const leave = (part: Partial<KeyPress>) => isEscape({ nativeEvent: press({ key: 'Escape', ...part }) });
  expect([enter({}), enter({ repeat: true }), enter({ key: 'y' }), leave({}), leave({ key: 'y' })]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  for (const part of composed) expect([enter(part), leave(part)]).toEqual([false, false]);
});

it('opens the palette by Ctrl or Command with K, whatever the layout and Caps Lock [DASH-06]', () => {
  const k = press({ key: 'k', code: 'KeyK', ctrlKey: true });
  expect([k, { ...k, ctrlKey: false, metaKey: true }, { ...k, key: 'K' }, { ...k, key: 'л' }].map(isPalette)).toEqual(
    Array(4).fill(true),
  );
  const none = [
    { ...k, ctrlKey: false },
    { ...k, altKey: true },
    { ...k, repeat: true },
    { ...k, isComposing: true },
  ];
  expect(none.map(isPalette)).toEqual(Array(4).fill(false));
});
