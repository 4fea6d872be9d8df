import { counter, histogram, measured } from './declare';

/** The bus: requests between services, and the facts that go through an outbox to durable consumers. */
export const busMetrics = {
  requestDuration: histogram('bus_request_duration_seconds', {
    meaning: 'Time in which a service answered a request of another, by subject and outcome.',
    why: 'Finds the service and the request that made a slow reply of the API slow.',
    labels: ['subject', 'outcome'],
  }),
  frames: counter('bus_frames_total', {
    meaning: 'Frames of requests that were taken, by subject.',
    why: 'Requests divided by frames say how many requests travel together.',
    labels: ['subject'],
  }),
  framedRequests: counter('bus_framed_requests_total', {
    meaning: 'Requests that were taken out of frames, by subject.',
    why: 'Requests divided by frames say how many requests travel together.',
    labels: ['subject'],
  }),
  replyParts: counter('bus_reply_parts_total', {
    meaning: 'Parts of replies over 128 KiB that have left this process.',
    why: 'Each is at most 127 KiB: it says how much of the traffic is large pages.',
  }),
  repeatedRequests: counter('bus_repeated_requests_total', {
    meaning: 'Requests that were sent again, by subject: their owner had ended, or the bus had lost their message.',
    why: 'It moves when a process ends without being asked to; all the time, owners take longer than 3 s to say that they live.',
    labels: ['subject'],
  }),
  replyFrameFaults: counter('bus_reply_frame_faults_total', {
    meaning: 'Frames of replies that could not be read; their requests end at their deadlines.',
    why: 'Two versions that do not understand each other show here.',
  }),
  requestFrameFaults: counter('bus_request_frame_faults_total', {
    meaning: 'Frames that an owner could not read, or whose replies it could not send.',
    why: 'Two versions that do not understand each other show here.',
  }),
  facts: counter('bus_facts_total', {
    meaning: 'Facts handled, by durable and outcome.',
    why: 'The rate of work of each consumer, and what fails.',
    labels: ['durable', 'outcome'],
  }),
  dead: counter('bus_dead_total', {
    meaning: 'Facts that failed five times and were put aside, by durable.',
    why: 'Each of them is an effect that is missing until a person acts.',
    labels: ['durable'],
  }),
  redriven: counter('bus_redriven_total', {
    meaning: 'Dead facts handled again at the request of an operator, by durable and outcome.',
    why: 'Shows whether a repair worked.',
    labels: ['durable', 'outcome'],
  }),
  deadRows: measured('bus_dead_rows', {
    meaning: 'Facts that failed and wait for a person, or to be handled again.',
    why: 'Each of them is an effect that is missing.',
  }),
  deadOldest: measured('bus_dead_oldest_seconds', {
    meaning: 'Age of the oldest of them since it died; 0 without one.',
    why: 'How long an effect has been missing.',
  }),
  durablePending: measured('bus_durable_pending', {
    meaning: 'Facts that a durable of this service has not been handed yet, or has not acknowledged, by durable.',
    why: 'Which consumer is behind, and by how much.',
    labels: ['durable'],
  }),
  outboxOldest: measured('outbox_oldest_seconds', {
    meaning: 'Age of the oldest fact that not all durables have passed; 0 without one.',
    why: 'How late the slowest consumer of this service is.',
  }),
  outboxRows: measured('outbox_rows', {
    meaning:
      'Facts in the outbox, up to 100,000, by state: `waiting` for the stream, or `published` and not yet passed by all durables.',
    why: 'Tells a stream that takes nothing from a consumer that is behind.',
    labels: ['state'],
  }),
  outboxResent: counter('outbox_resent_total', {
    meaning: 'Facts published again, since their stream was made anew, lost its tail or a message, or dropped them.',
    why: 'A NATS server that loses messages shows here; nothing is lost.',
    labels: ['cause'],
  }),
};
