import { counter, histogram, measured } from './declare';

/** The log of events. */
export const feedMetrics = {
  events: counter('feed_events_total', {
    meaning: 'Events recorded in the log.',
    why: 'The rate of events.',
  }),
  delay: histogram('feed_delay_seconds', {
    meaning: 'From an event being raised to its being in the log.',
    why: 'Readers of the feed see events this late.',
  }),
  waiting: measured('feed_waiting_events', {
    meaning: 'Raised events that the log does not have yet.',
    why: 'A log that stands still.',
  }),
};
