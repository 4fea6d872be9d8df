import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { useVerdicts } from '../../../element/hook/use-verdicts';
import { LabelGoal } from '../../review/label-goal';

/** A report that says more than how many labels are missing. */
const enough = (code: string) => !['no_labels', 'few_labels'].includes(code);

/** What the labels of a judgment make possible, until its report says whether to trust it; nothing after that. */
export function LabelsSoFar({ ns, name }: { ns: string; name: string }) {
  const verdicts = useVerdicts(ns);
  const verdict = verdicts.data?.get(name);
  const isMissing = verdicts.data !== undefined && !(verdict && enough(verdict.code));
  const report = useQuery({
    queryKey: keys.calibration.of(ns, name),
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(),
    // The report is counted from the labels: one that has enough is read on its own tab.
    enabled: isMissing,
  });
  if (!isMissing || report.data === undefined) return null;
  return <LabelGoal ns={ns} name={name} labels={report.data.labels.used} />;
}
