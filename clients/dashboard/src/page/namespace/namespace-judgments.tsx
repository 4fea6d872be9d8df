import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loading/loaded';
import { useJudgments } from '../../element/hook/use-judgments';
import { WideTable } from '../../element/table/wide-table';
import { countText, usdText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';

/** Judgments of a namespace: made here, inherited, or inherited with something of its own. */
export function NamespaceJudgments({ name }: { name: string }) {
  const mayChange = useMayChange();
  const judgments = useJudgments(name);
  return (
    <Loaded query={judgments} lines={2}>
      {(rows) => (
        <WideTable
          name="Judgments"
          rows={rows}
          rowKey={({ name: judgment }) => judgment}
          empty={
            <>
              No judgments yet.{' '}
              {mayChange && !name.endsWith('/*') && <AppLink to={addresses.ask(name)}>Ask the first question</AppLink>}
            </>
          }
          columns={[
            {
              title: 'Judgment',
              cell: ({ name: judgment }) => <AppLink to={addresses.judgment(name, judgment)}>{judgment}</AppLink>,
            },
            {
              title: 'From',
              cell: ({ template, overrides }) => {
                if (template === null || template === undefined) return 'defined here';
                return `${template}${overrides && Object.keys(overrides).length > 0 ? ', with its own settings' : ''}`;
              },
            },
            { title: 'Answers today', cell: ({ stats }) => countText(stats.evaluations) },
            { title: 'Spend today', cell: ({ stats }) => usdText(stats.spend_usd) },
          ]}
        />
      )}
    </Loaded>
  );
}
