import { fits } from '../check';
import { Class } from '../field';
import { schemaOf } from '../schema';
import { faultsByRules } from '../testing/field-rules';
import { eventData } from './data';
import { sampleOf } from './sample';
import { eventTypes } from '../event-types';

/** Members of samples that an event may lack. */
const optional = ['attributes', 'answers', 'thresholds'];

describe('each event type', () => {
  it.each(eventTypes)('%s has a sample that fits its published schema and has no other members [FEED-09]', (type) => {
    const sample = sampleOf(type);
    expect(fits(eventData[type], sample, true)).toBeNull();
    expect(faultsByRules(eventData[type] as Class, sample as object)).toEqual([]);
    expect(schemaOf(eventData[type], { closed: false })).toBeDefined();
  });

  it.each(eventTypes)('%s refuses a sample without one of its members [FEED-09]', (type) => {
    for (const member of Object.keys(sampleOf(type)).filter((name) => !optional.includes(name))) {
      const { [member]: _, ...rest } = sampleOf(type) as object as Record<string, unknown>;
      expect({ member, fault: fits(eventData[type], rest) }).toEqual({
        member,
        fault: expect.stringContaining(member) as string,
      });
    }
  });

  it('returns a new copy of the sample to each caller', () => {
    sampleOf('job.completed').job.id = 'changed';
    expect(sampleOf('job.completed').job.id).not.toBe('changed');
  });

  it('shows no secret of an endpoint', () => {
    for (const type of eventTypes) expect(JSON.stringify(sampleOf(type))).not.toMatch(/secret|whsec_/);
  });
});
