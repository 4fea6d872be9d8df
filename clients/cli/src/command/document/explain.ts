import type { Schema } from '@app/sdk';
import type { Call, Commands, GlobalOptions } from '../call/call';

type Explanation = Schema<'AnswerExplanation'>;
type Queued = Explanation['queue'][number];

/** What a row of the queue waits for, in words. A reason that is new to this program stands as it is. */
const reasons: Readonly<Record<string, string>> = {
  budget: 'money: the budget of the namespace is spent',
  fanout_limit: 'room for fan-out',
  claimed: 'the engine: it is being asked',
  debounce: 'further changes, or the next try',
  turn: 'a process that takes it',
};

interface Options extends GlobalOptions {
  judgment: string;
}

/** Why an answer is as it is. */
export const explain: Commands = (tree, run) => {
  tree
    .command('explain')
    .argument('<id>', 'id of the document')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .description('Prints why an answer is not fresh, or what it waits for.')
    .action(run(explainAnswer));
};

async function explainAnswer({ namespace, options, print, world }: Call<Options>, id: string): Promise<void> {
  await print.reply(
    (more) => namespace.documents.explain(id, options.judgment, { ...more, signal: world.signal }),
    async (explanation) => {
      await print.writeFields(fieldsOf(explanation));
      if (explanation.queue.length === 0) return print.tell('No row of the queue wants it.');
      await print.writeRows<Queued>(explanation.queue, [
        ['lane', ({ lane }) => lane],
        ['waits for', ({ reason }) => reasons[reason] ?? reason],
        ['due', ({ due_at }) => due_at],
        ['since', ({ since }) => since],
        ['changes', ({ changes }) => changes],
        ['failed tries', ({ attempts }) => attempts],
        ['version', ({ version }) => version],
        ['backfill', ({ job }) => job],
      ]);
    },
  );
}

function fieldsOf({
  document_version: documentVersion,
  answer,
  definition,
  last,
  paused,
  engine,
  permit,
  fanout,
}: Explanation): [name: string, value: unknown][] {
  const { version, template, policy, debounce_ms: debounceMs, engine: asked } = definition;
  const reason = answer?.stale_reason ?? answer?.unavailable_reason;
  return [
    ['answer', answer ? `${answer.status}${reason ? `: ${reason}` : ''}` : 'none: applies_to leaves the document out'],
    ['stale by', staleByText(answer)],
    ['document', documentVersion],
    ['wanted', answer?.wanted],
    ['seen', answer?.seen],
    ['cause', answer?.cause],
    ['wanted since', answer?.wanted_at],
    ['due', answer?.due_at],
    ['definition', `version ${version}${template ? ` of ${template}` : ''}, ${policy}, debounce ${debounceMs} ms`],
    ['last try', last && `${last.at}, saw ${last.seen}: ${last.failure ?? 'an answer'}`],
    ['engine', `${asked.name} ${asked.version}: ${engineText(engine)}`],
    ['waits for a permit', permit?.waiting],
    ['used of its limits', permit && permit.rate_factor < 1 ? `${Math.round(permit.rate_factor * 100)} %` : undefined],
    ['judging', paused ? 'paused: the budget is spent' : 'on'],
    ['fan-out', fanoutText(fanout)],
  ];
}

function staleByText(answer: Explanation['answer']): string | undefined {
  const by = answer?.stale_by;
  return by ? `${by.document}, related as ${by.relation}, changed ${by.changed_at}` : undefined;
}

function engineText({ active, circuit_open: isOpen, since }: Explanation['engine']): string {
  if (!active) return 'not active';
  return isOpen ? `does not answer since ${since}` : 'answers';
}

function fanoutText({
  held,
  deferred,
  resumes_at: resumesAt,
  used,
  rolling_limit: limit,
}: Explanation['fanout']): string {
  const state = held ? 'held, ' : deferred ? `deferred until ${resumesAt ?? 'its limit is raised'}, ` : '';
  return `${state}${used} of ${limit} asked in 24 hours`;
}
