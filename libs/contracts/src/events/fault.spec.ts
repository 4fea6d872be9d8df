import { eventFault } from './fault';
import { sampleOf } from './sample';
import { eventTypes } from '../event-types';

describe('the published shape of an event', () => {
  it('holds every sample [FEED-09]', () => {
    for (const type of eventTypes) expect(eventFault({ type, data: sampleOf(type) })).toBeNull();
  });

  it('refuses other types and members', () => {
    const { job } = sampleOf('job.completed');
    expect(eventFault({ type: 'job.completed', data: { job } })).toMatch(/namespace/);
    expect(eventFault({ type: 'job.completed', data: { namespace: 'a', job: { ...job, result: {} } } })).toMatch(
      /additional/,
    );
    expect(eventFault({ type: 'job.done', data: { namespace: 'a', job } })).toMatch(/job.done/);
  });
});
