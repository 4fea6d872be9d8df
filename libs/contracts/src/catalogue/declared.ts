// A module declares its messages when it loads, so this file loads all that have any.
import '../billing';
import '../calibration';
import '../documents';
import '../engines';
import '../events';
import '../gateway';
import '../jobs';
import '../judgments';
import '../process-state';
import '../webhooks';

export { declaredMessages } from '../message';
