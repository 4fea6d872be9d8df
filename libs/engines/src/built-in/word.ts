/** Quotation marks and dashes, without which most texts of Europe are plain. */
const quotes = /[“”„«»‐-―]/g;
const marks = /\p{M}+/gu;
const apostrophes = /['’`?]/g;
const wordPattern = /[\p{L}\p{N}]+/gu;
// A word goes on after an apostrophe, also after the question mark that a lost one leaves behind: "can?t".
const tokenPattern = /[\p{L}\p{N}]+(?:['’`?]\p{L}[\p{L}\p{N}]*)*|\.(?!\d)|[!?;\n$€£]/gu;
// oxlint-disable-next-line no-control-regex
const plainPattern = /^[\x00-\x7f]*$/;
const maxCachedStems = 20_000;
const stems = new Map<string, string>();

/** The words of a text in lower case, without accents; "don't" is one word. Any script. */
export function words(text: string): string[] {
  return foldText(text).replace(/['’`]/g, '').match(wordPattern) ?? [];
}

/** The words of a folded text with their apostrophes, the marks that end a sentence, and the signs of a currency. */
export function tokens(folded: string): string[] {
  return folded.match(tokenPattern) ?? [];
}

/** A token as `words` gives it. */
export function withoutApostrophes(token: string): string {
  return token.length === 1 ? token : token.replace(apostrophes, '');
}

/** Whether a text has no accents to lose and only letters, digits and marks of English. */
export function isPlain(text: string): boolean {
  return plainPattern.test(text);
}

/** A text in lower case, without accents. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const plain = text.toLowerCase().replace(/ß/g, 'ss').replace(quotes, ' ').replace(/[‘’]/g, "'");
  return plain.normalize('NFKD').replace(marks, '');
}

/** A light English stem, under which "refunded" equals "refunds". Short words of other languages stay as they are. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  // Clearing everything at the bound costs less than keeping an order of use.
  if (stems.size >= maxCachedStems) stems.clear();
  const made = strip(word);
  stems.set(word, made);
  return made;
}

function strip(word: string): string {
  if (word.length < 4) return word;
  let root = word;
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`;
  else if (/(ss|x|ch|sh|zz)es$/.test(root)) root = root.slice(0, -2);
  else if (root.endsWith('s') && !/(ss|us|is)$/.test(root)) root = root.slice(0, -1);
  if (root.endsWith('ingly')) root = root.slice(0, -5);
  else if (root.endsWith('edly')) root = root.slice(0, -4);
  else if (root.endsWith('ing') && root.length > 5) root = root.slice(0, -3);
  else if (root.endsWith('ied')) root = `${root.slice(0, -3)}y`;
  else if (root.endsWith('ed') && root.length > 4) root = root.slice(0, -2);
  else if (root.endsWith('ly') && root.length > 5) root = root.slice(0, -2);
  if (/([bdfgmnprt])\1$/.test(root) && root.length > 4) root = root.slice(0, -1);
  if (root.endsWith('e') && root.length > 3) root = root.slice(0, -1);
  if (root.endsWith('y') && root.length > 3) root = `${root.slice(0, -1)}i`;
  return root;
}
