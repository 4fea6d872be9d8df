import { EXIT } from '@app/commands';
import { StartGuard } from '@app/file-reader';
import { Refusal } from '../exit/refusal';

/** Ends a command whose first hundred rows are refused for one reason. @param isOn false where an earlier run has sent rows */
export function startGuard(isOn: boolean): StartGuard {
  return new StartGuard(isOn, (sentence) => {
    throw new Refusal(sentence, EXIT.failed);
  });
}
