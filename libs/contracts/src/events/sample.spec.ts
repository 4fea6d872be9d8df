import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { fits } from '../check';
import { Class } from '../field';
import { schemaOf } from '../schema';
import { eventData } from './data';
import { sampleOf } from './sample';
import { eventTypes } from './types';

describe('every type of event', () => {
  it.each(eventTypes)('%s has a sample that its published schema holds, and nothing beyond it [FEED-09]', (type) => {
    const sample = sampleOf(type);
    expect(fits(eventData[type], sample, true)).toBeNull();
    expect(validateSync(plainToInstance(eventData[type] as Class, sample as object))).toEqual([]);
    expect(schemaOf(eventData[type], { closed: false })).toBeDefined();
  });

  it.each(eventTypes)('%s refuses a sample that lost a member [FEED-09]', (type) => {
    for (const member of Object.keys(sampleOf(type)).filter((name) => name !== 'attributes' && name !== 'answers')) {
      const { [member]: _, ...rest } = sampleOf(type) as object as Record<string, unknown>;
      expect({ member, fault: fits(eventData[type], rest) }).toEqual({
        member,
        fault: expect.stringContaining(member) as string,
      });
    }
  });

  it('gives each caller a sample of its own', () => {
    sampleOf('job.completed').job.id = 'changed';
    expect(sampleOf('job.completed').job.id).not.toBe('changed');
  });

  it('shows no endpoint with its secret', () => {
    for (const type of eventTypes) expect(JSON.stringify(sampleOf(type))).not.toMatch(/secret|whsec_/);
  });
});
