import { counter, gauge, histogram, measured } from './declare';

/** Deliveries of events to endpoints. */
export const webhooksMetrics = {
  attempts: counter('webhook_attempts_total', {
    meaning: 'Attempts to deliver an event, by outcome and status of the delivery.',
    why: 'The rate of deliveries, and what fails.',
    labels: ['outcome', 'status'],
  }),
  attemptDuration: histogram('webhook_attempt_duration_seconds', {
    meaning: 'Time of one attempt to deliver an event, by outcome.',
    why: 'Receivers that are slow hold slots of the sender.',
    labels: ['outcome'],
  }),
  inFlight: gauge('webhook_in_flight', {
    meaning: 'Deliveries under way in this process.',
    why: "How much of the sender's slots is used.",
  }),
  pending: measured('webhook_pending', {
    meaning: 'Deliveries that wait for an attempt, or are under way.',
    why: 'How much is to be sent.',
  }),
  overdue: measured('webhook_overdue_seconds', {
    meaning: 'How late the oldest due delivery is, of endpoints that are not paused; 0 without one.',
    why: 'Whether the sender keeps up: a receiver that fails does not raise it.',
  }),
  oldest: measured('webhook_oldest_seconds', {
    meaning: 'Age of the oldest pending delivery since it was queued; 0 without one.',
    why: 'How long a failing receiver has been without its events.',
  }),
};
