import { AppLink } from '../../element/app-link';
import { Moment } from '../../element/moment';
import { WideTable } from '../../element/table/wide-table';
import { EventBody } from './event-body';
import { byText, namespaceOf, subjectsOf, whyText, type Event } from './event-words';
import { useSubscriptionsOf } from './use-subscriptions-of';

/** Events with what they are about, why they happened and by whom. @param isOpen whether their data is shown at once */
export function EventTable({
  events,
  empty,
  isOpen = false,
}: {
  events: readonly Event[];
  empty: string;
  isOpen?: boolean;
}) {
  const subscriptionOf = useSubscriptionsOf(events);
  return (
    <WideTable
      name="Events"
      rows={events}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        { title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
        { title: 'Type', cell: ({ type }) => type },
        { title: 'About', cell: (event) => <Subjects event={event} /> },
        { title: 'Why', cell: (event) => <div className="words">{whyText(event, subscriptionOf(event)) || '–'}</div> },
        { title: 'By', cell: (event) => byText(event) },
        { title: 'Namespace', cell: (event) => namespaceOf(event) || '–' },
        { title: 'Data', cell: (event) => <EventBody event={event} isOpenAtFirst={isOpen} /> },
      ]}
    />
  );
}

function Subjects({ event }: { event: Event }) {
  const subjects = subjectsOf(event);
  if (subjects.length === 0) return <>–</>;
  return subjects.map(({ kind, words, address }) => (
    <div key={kind}>
      {kind}{' '}
      <AppLink to={address} isUnderlined>
        {words}
      </AppLink>
    </div>
  ));
}
