/** Words that a question has and its name does not need. */
const small = new Set(
  'a an and are as at be by can could did do does for from has have how if in is it of on or our shall should than that the their them then there these they this to was were what when where which who will with would you your'.split(
    ' ',
  ),
);
const mostWords = 4;
const longest = 40;

/**
 * A name for the judgment of a question, such as `customer_angry`; letters without a Latin form leave `question`.
 * @param taken names that the namespace has already
 */
export function nameOf(question: string, taken: readonly string[]): string {
  const words = question
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !small.has(word));
  const name = words.slice(0, mostWords).join('_').slice(0, longest);
  return freeName(name === '' ? 'question' : name, taken);
}

/** The name, or with the first number behind it that no judgment has. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let count = 2; ; count++) {
    if (!taken.includes(`${name}_${count}`)) return `${name}_${count}`;
  }
}
