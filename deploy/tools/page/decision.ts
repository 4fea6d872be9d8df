import { basename } from 'node:path';
import { SourceFile } from './tree';

/** A page of docs/decisions: its front matter, its title and its headings. */
export interface Decision {
  /** Name of the file, without its folder. */
  file: string;
  /** Four digits, as the title has them. */
  number: string;
  title: string;
  status: string;
  /** Day of the first commit, `YYYY-MM-DD`. */
  date: string;
  area: string;
  /** Numbers of the decisions whose place it takes. */
  supersedes: readonly string[];
  headings: readonly string[];
}

/** Areas in the order of the index, each with what it is about. */
export const areas: Readonly<Record<string, string>> = {
  contract: 'The contract and the API document',
  bus: 'Messages, streams and the outbox',
  storage: 'Postgres: schemas, migrations, leases, pools',
  documents: 'Documents: writes, reads and queries',
  relations: 'Relations and groups',
  judging: 'Judging and answers',
  engines: 'Engines',
  calibration: 'Outcomes, fits and reports',
  alternatives: 'Alternatives of a definition',
  billing: 'Usage and money',
  events: 'Events, webhooks and mails',
  gateway: 'The gateway',
  identity: 'People, sessions and sign-in',
  clients: 'Command line, TypeScript client and dashboard',
  operations: 'Start, image, operation',
  tests: 'Tests and checks',
};

/** What a status means, in the order of the index's legend. */
export const statuses: Readonly<Record<string, string>> = {
  'in force': 'the project is built so',
  amended: 'in force; its section "Since" says what was changed later',
  waiting: 'decided not to be done yet; the page names what it waits for',
  superseded: 'another decision took its place, and names it',
  ended: 'what it decided about is over',
};

/** Sections of a decision. The last three stand at its end, in this order; of the others only the first two must be there. */
const must = ['Problem', 'Decision'];
const may = ['Measured', 'Before and after', 'Refused', 'Left open', 'What follows', 'Price'];
const last = ['Since', 'Reopen when', 'Checked by'];

/** Reads a decision; what its page lacks is empty. */
export function readDecision({ path, text }: SourceFile): Decision {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '';
  const member = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(front)?.[1] ?? '';
  const [, number = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
  return {
    file: basename(path),
    number,
    title,
    status: member('status'),
    date: member('date'),
    area: member('area'),
    supersedes: member('supersedes').match(/\d{4}/g) ?? [],
    headings: [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading),
  };
}

/** What is wrong with some decisions, each fault with the file that has it. */
export function decisionFaults(decisions: readonly Decision[]): string[] {
  const superseded = new Set(decisions.flatMap(({ supersedes }) => supersedes));
  return decisions.flatMap((decision) => [
    ...headFaults(decision),
    ...headingFaults(decision),
    ...(superseded.has(decision.number) === (decision.status === 'superseded')
      ? []
      : [`${decision.file}: its status and the "supersedes" of the others differ`]),
    ...(decisions.some((other) => other !== decision && other.number === decision.number)
      ? [`${decision.file}: its number comes twice`]
      : []),
  ]);
}

function headFaults({ file, number, status, date, area, headings }: Decision): string[] {
  const hasSince = headings.includes('Since');
  const faults: [boolean, string][] = [
    [number === '' || !file.startsWith(`${number}-`), 'its title does not begin with the number of its file'],
    [!(status in statuses), `its status is none of ${Object.keys(statuses).join(', ')}`],
    [!/^\d{4}-\d\d-\d\d$/.test(date), 'it has no date'],
    [!(area in areas), `its area is none of ${Object.keys(areas).join(', ')}`],
    [status === 'amended' && !hasSince, 'it is amended and has no section "Since"'],
    [status === 'in force' && hasSince, 'it has a section "Since" and is not called amended'],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => `${file}: ${fault}`);
}

function headingFaults({ file, headings }: Decision): string[] {
  const known = [...must, ...may, ...last];
  const atEnd = headings.filter((heading) => last.includes(heading));
  const faults: [boolean, string][] = [
    ...must.map((heading): [boolean, string] => [!headings.includes(heading), `it has no section "${heading}"`]),
    [headings[0] !== 'Problem', 'its first section is not "Problem"'],
    [new Set(headings).size < headings.length, 'a section comes twice'],
    [
      atEnd.join() !== last.filter((heading) => headings.includes(heading)).join() ||
        headings.slice(headings.length - atEnd.length).join() !== atEnd.join(),
      `${last.map((heading) => `"${heading}"`).join(', ')} do not stand at its end in this order`,
    ],
  ];
  return [
    ...headings.filter((heading) => !known.includes(heading)).map((heading) => `${file}: no section is "${heading}"`),
    ...faults.filter(([isWrong]) => isWrong).map(([, fault]) => `${file}: ${fault}`),
  ];
}

const head = `# Decisions

Why the project is built as it is: one page for each question that had more than one good answer. \`npm run decisions\` writes this
index from the first lines of the pages; a spec fails when it differs, when a page lacks something, or when no other file names it.

A new decision takes the next free number. Its first lines say its status, the day of its first commit and its area. Its sections are Problem and
Decision, then whichever of Measured, Before and after, Refused, Left open, What follows and Price have something to say; at the end
Since, Reopen when and Checked by.

To overturn one, show that what its "Reopen when" names has come, or that its problem is gone. Write a new decision with
\`supersedes: <number>\` in its first lines, and set the status of the old one to \`superseded\`. A smaller change is a paragraph with its date
under "Since", and the status \`amended\`.
`;

/** docs/decisions/README.md: the decisions by area, each with its date and status. */
export function decisionIndex(decisions: readonly Decision[]): string {
  const legend = [
    '| Status | Meaning |',
    '|---|---|',
    ...Object.entries(statuses).map((row) => `| ${row.join(' | ')} |`),
    '',
  ];
  const sections = Object.entries(areas).map(([area, about]) => {
    const rows = decisions.filter((decision) => decision.area === area).map(rowOf);
    return [`## ${about}`, '', '| Decision | Date | Status |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [head, legend.join('\n'), ...sections].join('\n');
}

function rowOf({ file, number, title, date, status, supersedes }: Decision): string {
  const before = supersedes.length > 0 ? ` (in the place of ${supersedes.join(', ')})` : '';
  return `| [${number}](${file}) ${title.replaceAll('|', '\\|')}${before} | ${date} | ${status} |`;
}
