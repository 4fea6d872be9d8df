import { ServiceRoom } from '@app/boot';
import { calibrationSettings } from './app.config';
import { CalibrationInit1790000000001 } from './migrations/1790000000001-calibration-init';
import { DetachedCopies1790000000002 } from './migrations/1790000000002-detached-copies';
import { OutcomeSources1790000000003 } from './migrations/1790000000003-outcome-sources';
import { Fits1790000000004 } from './migrations/1790000000004-fits';

/** Calibration's room in Postgres: outcomes come a thousand at a time, so it speaks raw statements. */
export const calibrationRoom: ServiceRoom = {
  service: 'calibration',
  settings: calibrationSettings,
  entities: [],
  migrations: [
    CalibrationInit1790000000001,
    DetachedCopies1790000000002,
    OutcomeSources1790000000003,
    Fits1790000000004,
  ],
};
