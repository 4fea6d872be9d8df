import { SuggestedPartList } from '../engines';
import { Text } from '../field';
import { request } from '../message';

export class SuggestParts {
  @Text() namespace: string;
  @Text() judgment: string;
}
export const suggestParts = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.parts.suggest.v1',
  why: 'Has parts of a yes/no judgment drafted, within the allowance of drafts of the day.',
  query: SuggestParts,
  reply: SuggestedPartList,
  maxConcurrent: 32,
});
