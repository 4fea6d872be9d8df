import { Text } from '../../field';
import { alternativeIdPattern } from '../../alternative-id-pattern';

/** The id of an alternative. */
export const AlternativeId = (): PropertyDecorator => Text({ pattern: alternativeIdPattern, named: 'AlternativeId' });
