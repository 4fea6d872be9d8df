import type { EngineSource } from '@app/contracts/engines';
import { Markup, html } from './markup';

/** Says so where the figures of a page are of the built-in engine's answers, which look like those of a model. */
export function builtInNotice({ engine_source: source }: { engine_source?: EngineSource | null }): Markup {
  if (source !== 'built_in') return html``;
  return html`<p class="notice">
    The built-in engine gave these answers, and no model: it compares words, knows no facts and infers nothing that a
    text does not say.
  </p>`;
}
