import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loaded';
import { Page } from '../../element/page';
import { useJudgments } from '../../element/use-judgments';
import { usePlace } from '../../element/use-place';
import { WideTable } from '../../element/wide-table';
import { useMayChange } from '../../sign-in/session';
import { countText, percentText, usdText } from '../../format/number';
import { lengthOf } from '../../format/time';

/** Judgments of a namespace with what today cost, those that it inherits included. */
export function JudgmentsPage() {
  const ns = usePlace().value('ns');
  if (ns === '') return <ChooseNamespace title="Judgments" />;
  return <List ns={ns} />;
}

function List({ ns }: { ns: string }) {
  const mayChange = useMayChange();
  const judgments = useJudgments(ns);
  return (
    <Page title={`Judgments of ${ns}`} side={mayChange && <AppLink to={addresses.editor(ns)}>New judgment</AppLink>}>
      <Loaded query={judgments}>
        {(rows) => (
          <WideTable
            name="Judgments"
            rows={rows}
            rowKey={({ name }) => name}
            empty="There is no judgment here yet."
            columns={[
              { title: 'Name', cell: ({ name }) => <AppLink to={addresses.judgment(ns, name)}>{name}</AppLink> },
              { title: 'Question', cell: ({ definition }) => definition.question },
              { title: 'Type', cell: ({ definition }) => definition.type },
              { title: 'Version', cell: ({ active_version: version }) => version },
              { title: 'From', cell: ({ template }) => template ?? 'here' },
              { title: 'Freshness', cell: ({ freshness }) => freshness.policy.replace('_', ' ') },
              { title: 'Evaluations today', cell: ({ stats }) => countText(stats.evaluations) },
              { title: 'Errors', cell: ({ stats }) => percentText(stats.error_rate) },
              { title: 'Lag p90', cell: ({ stats }) => lengthOf(stats.freshness_lag_p90_ms) },
              { title: 'Spend today', cell: ({ stats }) => usdText(stats.spend_usd) },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
