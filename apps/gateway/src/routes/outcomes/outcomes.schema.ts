import { Int, OneOf, Stamp, Text } from '@app/contracts';

export class QueueQuery {
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100; 100 when left out.' }) limit?: number;
}

class ReportedQuery {
  @Text({
    optional: true,
    max: 128,
    meaning: 'Any of posted, rule, queue, implicit, comma-separated, each at most once; all when empty or left out.',
  })
  sources?: string;
  @Stamp({ optional: true, meaning: 'Outcomes observed at or after it.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Outcomes observed before it.' }) until?: string;
  @Text({
    optional: true,
    min: 1,
    max: 256,
    meaning: 'The epoch whose labels count; when left out that of the newest labelled answer.',
  })
  engine_version?: string;
}

export class CalibrationQuery extends ReportedQuery {
  @Text({
    optional: true,
    min: 1,
    max: 128,
    meaning: '`attributes.<name>`: adds `segments`, the labels by its value when they were bound.',
  })
  by?: string;
}

export class LabelsQuery extends ReportedQuery {
  @OneOf(['json', 'csv'], { optional: true, meaning: '`csv` has the next page in the header `Link`.' })
  format?: 'json' | 'csv';
  @Int({
    optional: true,
    min: 1,
    max: 5000,
    meaning: 'Items a page: 1 to 5000; 5000 when left out. A page ends at 1 MiB.',
  })
  limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}
