const contraction = String.raw`(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`;
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const before = String.raw`[^\r\n\p{L}\p{N}]?`;

/** The pieces of a text that o200k_base encodes each by itself: words, up to three digits, signs, and blanks. */
export const pieces = new RegExp(
  [
    `${before}${upper}*${lower}+${contraction}`,
    `${before}${upper}+${lower}*${contraction}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
);
