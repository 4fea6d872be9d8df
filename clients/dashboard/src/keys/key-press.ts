/** What is read of a key press. `KeyboardEvent` has it, and so has what React wraps around one, as `nativeEvent`. */
export interface KeyPress {
  key: string;
  /** The key's place on the board, such as `KeyY`, whatever the layout has there. */
  code: string;
  keyCode?: number;
  isComposing: boolean;
  /** Whether the key is held down and the system repeats it. */
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Whether the press belongs to an input method, which offers words while a person types them: Enter takes one there. */
export function isComposed({ isComposing, keyCode, key }: Pick<KeyPress, 'isComposing' | 'keyCode' | 'key'>): boolean {
  // 229 without `isComposing`: Safari's Enter that ends it.
  return isComposing || keyCode === 229 || key === 'Process';
}

/**
 * The name of a key as shortcuts have it: small letters, whatever Shift and Caps Lock make of them, and the letter or digit at
 * the key's place where the layout has none of Latin there, such as `y` for `н`.
 */
export function keyNameOf({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // Anything that a Latin layout types is meant as it is, such as é at the place of 2.
  if (!/^[\p{L}\p{N}\p{M}]$/u.test(key) || /^[\p{ASCII}\p{Script=Latin}]$/u.test(key)) return key;
  const [, place] = /^(?:Key([A-Z])|Digit(\d)|Numpad(\d))$/.exec(code)?.filter((each) => each !== undefined) ?? [];
  return place?.toLowerCase() ?? key;
}

/**
 * The name of a key that is pressed once and alone: null while it is held down, with Ctrl, Alt or Command, and of an input
 * method. @param mayRepeat whether a key that is held down counts, as for steps through rows
 */
export function singleKeyOf(press: KeyPress, mayRepeat: (name: string) => boolean = () => false): string | null {
  if (isComposed(press) || press.ctrlKey || press.metaKey || press.altKey) return null;
  const name = keyNameOf(press);
  return press.repeat && !mayRepeat(name) ? null : name;
}

/** Whether a press in a field is an Enter that means what is typed, and is not held down. */
export function isEnter({ nativeEvent: press }: { nativeEvent: KeyPress }): boolean {
  return press.key === 'Enter' && !isComposed(press) && !press.repeat;
}

/** Whether a press in a field is an Escape that leaves it, and no word of an input method. */
export function isEscape({ nativeEvent: press }: { nativeEvent: KeyPress }): boolean {
  return press.key === 'Escape' && !isComposed(press);
}

/** Whether a press is Ctrl and K, or Command and K: it holds everywhere, also while a person types. */
export function isPalette(press: KeyPress): boolean {
  const { ctrlKey, metaKey, altKey, repeat } = press;
  return (ctrlKey || metaKey) && !altKey && !repeat && !isComposed(press) && keyNameOf(press) === 'k';
}
