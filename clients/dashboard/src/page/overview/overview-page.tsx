import { Boundary } from '../../element/loading/boundary';
import { Page } from '../../element/page';
import { useSession } from '../../sign-in/session';
import { BuiltInAnswers } from './built-in-answers';
import { FirstSteps } from './first-steps';
import { JudgmentsToday } from './judgments-today';
import { Month } from './month';
import { Needs } from './needs';

/** What needs people, the judgments of today, the month's spend, and the first steps of a new organization. */
export function OverviewPage() {
  const { organization } = useSession();
  return (
    <Page title="Overview">
      <Boundary>
        <FirstSteps name={organization.name} />
      </Boundary>
      <Boundary>
        <Needs />
      </Boundary>
      <Boundary>
        <BuiltInAnswers />
      </Boundary>
      <Boundary>
        <JudgmentsToday />
      </Boundary>
      <Boundary>
        <Month />
      </Boundary>
    </Page>
  );
}
