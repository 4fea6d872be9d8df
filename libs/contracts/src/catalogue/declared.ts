// An entry point declares its messages when it loads, so this file loads all of them.
import '../billing';
import '../calibration';
import '../documents';
import '../engines';
import '../events';
import '../gateway';
import '../jobs';
import '../judgments';
import '../webhooks';

export { declaredMessages } from '../message';
