import { eventsCsv, eventsJsonl } from './event-file';
import type { Event } from './event-words';

const event = {
  id: 'evt_1',
  type: 'subscription.entered',
  timestamp: '2026-11-28T06:00:00Z',
  data: { namespace: 'acme', document: '=cmd|x', subscription: 'hot', cause: 'time' },
} as unknown as Event;

it('writes what the page shows, and nothing that a spreadsheet runs', () => {
  expect(eventsCsv([event], () => undefined)).toBe(
    'id,timestamp,type,namespace,document,subscription,judgment,job,endpoint,why,by\r\n' +
      "evt_1,2026-11-28T06:00:00Z,subscription.entered,acme,'=cmd|x,hot,,,,Time passed,The service\r\n",
  );
  expect(JSON.parse(eventsJsonl([event]))).toEqual(event);
});
