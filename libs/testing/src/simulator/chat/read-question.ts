import type { SimQuestion } from '../request';

export interface ReadQuestion {
  question: SimQuestion;
  /** As the prompt shows them: letters, `o0` or `l0`; none of a yes/no question. */
  labels: string[];
}

/** What a prompt of this service asks. */
export interface Read {
  /** By one token, and not stated. */
  isLettered: boolean;
  questions: ReadQuestion[];
}

const oneWord = 'Answer with one word: Yes or No.';
const oneLetter = 'Answer with the letter of one line, and nothing else.';
const statesYes = 'Give `p_yes`, the probability of yes.';
const statesEach = 'Give the probability of each; they sum to 1.';
const statesLikeliest = /^Give the \d+ likeliest in `likeliest`, each with its probability\.$/;
const item = /^([A-T]|o\d+|l\d+): (.*)$/;

/** Reads the prompt's text after the document; null for one that another program wrote. */
export function readQuestions(text: string): Read | null {
  const lines = text.split('\n');
  const last = lines[lines.length - 1];
  if (last === oneWord || last === oneLetter) {
    const read = readQuestion(lines.slice(0, -1), last === oneWord);
    return read === null ? null : { isLettered: true, questions: [read] };
  }
  const starts = lines.flatMap((line, at) => (/^q\d+:$/.test(line) ? [at] : []));
  const questions: ReadQuestion[] = [];
  for (const start of starts) {
    const rest = lines.slice(start + 1);
    const end = rest.findIndex((line) => line === statesYes || line === statesEach || statesLikeliest.test(line));
    const read = end < 0 ? null : readQuestion(rest.slice(0, end), rest[end] === statesYes);
    if (read === null) return null;
    questions.push(read);
  }
  return questions.length === 0 ? null : { isLettered: false, questions };
}

function readQuestion(lines: string[], isBool: boolean): ReadQuestion | null {
  if (isBool) {
    const [yes, no] = ['Yes means: ', 'No means: '].map((start) => lines.find((line) => line.startsWith(start)));
    const instructions = lines.filter((line) => line !== yes && line !== no).join('\n');
    const criteria = yes === undefined && no === undefined ? null : { true: yes ?? null, false: no ?? null };
    return { question: { type: 'noul', instructions, criteria }, labels: [] };
  }
  const items = lines.flatMap((line) => {
    const [, label, text] = item.exec(line) ?? [];
    return label === undefined ? [] : [{ label, text }];
  });
  if (items.length === 0) return null;
  const instructions = lines.slice(0, lines.length - items.length).join('\n');
  const labels = items.map(({ label }) => label);
  // A level is shown as its value with its description in brackets.
  const isScore = items.every(({ text }) => /^-?[\d.e+-]+ \(.*\)$/.test(text));
  if (isScore) return { question: { type: 'score', instructions, criteria: items.map(({ text }) => text) }, labels };
  const criteria = Object.fromEntries(items.map(({ label, text }) => [label, text]));
  return { question: { type: 'choice', instructions, criteria }, labels };
}
