export { typesOfPattern } from './pattern';
export { EventView, EventList } from './views';
export {
  EventRaised,
  eventRaised,
  eventSubject,
  ListEvents,
  listEvents,
  GetEvent,
  getEvent,
  tailMoved,
  ShowEvent,
  showEvent,
} from './messages';
export { subjectKinds } from './messages';
export type { FeedOrder, SubjectKind } from './messages';
export type { MembershipCause } from './subscription';
export { eventTypes } from '../event-types';
export type { EventType } from '../event-types';
export { EndpointHealthEventData } from './endpoint';
export { FlaggedShiftView } from './fit';
export type { EventData } from './data';
export { sampleOf } from './sample';
export { eventDataClasses, eventDocuments } from './document';
export { eventFault } from './fault';
export { makeEvent, makeEventWithin } from './make';
