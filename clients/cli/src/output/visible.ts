// C0, DEL and C1: a terminal acts on them, and documents hold text that strangers wrote.
// oxlint-disable-next-line no-control-regex -- these characters are what the function looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** The text with each control character shown as `\xNN`, so that a terminal shows it and does not act on it. */
export function visible(text: string): string {
  return text.replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
