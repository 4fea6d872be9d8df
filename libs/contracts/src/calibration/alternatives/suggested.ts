import { OneOf } from '../../field';
import { AlternativeId } from './id';

/** The alternative that outcomes prefer to the active version. The service does not apply it. */
export class SuggestedAlternative {
  @AlternativeId() id: string;
  @OneOf(['better', 'cheaper']) because: 'better' | 'cheaper';
}
