import { Select, Text } from '@mantine/core';
import { BuiltInBanner } from '../../element/built-in-banner';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { useJudgments } from '../../element/hook/use-judgments';
import { usePlace } from '../../element/hook/use-place';
import { useMayLabel } from '../../sign-in/session';
import { ItemReview } from './item-review';

/** People say what happened, for the answers from which the fit learns most. */
export function ReviewPage() {
  const place = usePlace();
  const [ns, name] = [place.value('ns'), place.value('name')];
  const mayLabel = useMayLabel();
  const judgments = useJudgments(ns);
  if (ns === '') return <ChooseNamespace title="Review" />;
  return (
    <Page title={`Review in ${ns}`}>
      <Loaded query={judgments}>
        {(all) => {
          const judgment = all.find((each) => each.name === name);
          return (
            <>
              <Select
                label="Judgment"
                data={all.map((each) => each.name)}
                value={name === '' ? null : name}
                onChange={(next) => place.set({ name: next ?? undefined })}
                maw={320}
              />
              {judgment && <BuiltInBanner answers={[judgment]} title="The built-in engine answers for this judgment" />}
              {!mayLabel && (
                <Text c="dimmed">Read-only access: owners and admins label, and can let members label too.</Text>
              )}
              {judgment && mayLabel && <ItemReview key={`${ns} ${name}`} ns={ns} definition={judgment.definition} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
