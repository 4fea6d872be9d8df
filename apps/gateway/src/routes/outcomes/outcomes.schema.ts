import { Int, Stamp, Text } from '@app/contracts';

export class QueueQuery {
  @Int({ optional: true, min: 1, max: 100, meaning: '100 when left out.' }) limit?: number;
}

export class CalibrationQuery {
  @Text({
    optional: true,
    min: 1,
    max: 128,
    pattern: /^(posted|rule|queue|implicit)(,(posted|rule|queue|implicit))*$/,
    meaning: 'Any of posted, rule, queue, implicit, comma-separated; all when left out.',
  })
  sources?: string;
  @Stamp({ optional: true, meaning: 'Outcomes observed at or after it.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Outcomes observed before it.' }) until?: string;
}
