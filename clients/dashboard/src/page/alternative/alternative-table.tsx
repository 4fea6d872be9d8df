import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Chip } from '../../element/chip';
import { JsonTree } from '../../element/json/json-tree';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { countText, percentText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import {
  allowedText,
  billedText,
  changeText,
  contextsText,
  correctedText,
  labelsText,
  toneOf,
} from './alternative-words';
import { MakeVersion } from './make-version';

type Row = Schema<'Alternative'>;

/** Every alternative with what the labels say of it. A definition that the plan hides stays a dash. */
export function AlternativeTable({ ns, name, rows }: { ns: string; name: string; rows: readonly Row[] }) {
  const mayChange = useMayChange();
  return (
    <WideTable
      name="Alternatives"
      rows={rows}
      rowKey={({ id }) => id}
      empty="Nothing to compare yet. Add another wording or engine below."
      columns={[
        { title: 'Row', cell: (row) => rows.indexOf(row) + 1 },
        { title: 'Differs', cell: (row) => <Differs row={row} /> },
        {
          title: 'Verdict',
          cell: (row) => (
            <>
              <Chip status={row.verdict} tone={toneOf(row.verdict)} /> {allowedText(row)}
            </>
          ),
        },
        { title: 'Log loss', cell: ({ change }) => changeText(change?.log_loss) },
        { title: 'Corrected p-value', cell: ({ change }) => correctedText(change?.log_loss) },
        { title: 'AUROC', cell: ({ change }) => changeText(change?.auroc) },
        { title: 'Changes ranking', cell: ({ moves_ranking: moves }) => (moves ? 'yes' : 'no') },
        { title: 'Judgments per answer', cell: ({ cost_per_answer: cost }) => countText(cost) },
        { title: 'Savings', cell: ({ unit_reduction: share }) => percentText(share) },
        { title: 'Contexts', cell: contextsText },
        { title: 'Labels', cell: labelsText },
        { title: 'Billed', cell: ({ billed }) => billedText(billed) },
        { title: 'Added by', cell: ({ named_by: by, drafted }) => `${by ?? '–'}${drafted ? ', drafted' : ''}` },
        {
          title: 'Change',
          cell: (row) =>
            mayChange && (
              <>
                {row.definition && <MakeVersion ns={ns} name={name} definition={row.definition} />}
                {row.source === 'named' && <TakeOff ns={ns} name={name} row={row} />}
              </>
            ),
        },
      ]}
    />
  );
}

function Differs({ row: { id, differs, definition, in_k: isCounted } }: { row: Row }) {
  const words = differs === null ? (isCounted ? id : 'a narrower context') : differs.join('; ');
  if (definition === null) return <>{words}</>;
  return (
    <details>
      <summary>{words}</summary>
      <JsonTree value={definition} depth={1} />
    </details>
  );
}

function TakeOff({ ns, name, row: { id, scored_at: scoredAt } }: { ns: string; name: string; row: Row }) {
  const remove = useChange(async () => await client.namespace(ns).judgments.get(name).alternatives.delete(id), {
    concerns: [keys.alternatives.of(ns, name)],
    done: 'Alternative removed.',
  });
  return (
    <Ask
      words="Remove"
      change={remove}
      question={
        <Text>
          The row is removed.
          {scoredAt !== null && ' It was scored, so it still counts in the correction until the end of the month.'}
        </Text>
      }
    />
  );
}
