import { type Fence, nothingText, renderText } from '../rendering/format-1';
import type { Layout } from '../rendering/layout';
import { countTokens } from '../token/token-count';
import { type Cut, CutList } from './cut';
import { fit } from './fit';

/** A fenced part of a context. */
export interface Section {
  fence: Fence;
  layout: Layout;
}

export interface RenderedSections {
  text: string;
  /** Exact number of tokens of the text. */
  tokens: number;
  cuts: Cut[];
}

/** Tokens of the fences' lines; each line but the last has a line break. */
export function fenceTokens(fences: readonly Fence[]): number {
  return fences.reduce((sum, { opening, closing }, index) => {
    const end = index === fences.length - 1 ? '' : '\n';
    return sum + countTokens(`${opening}\n`) + countTokens(`${closing}${end}`);
  }, 0);
}

function allValues({ layout }: Section): Cut[] {
  const cuts = new CutList();
  const values = layout.entries.filter(({ isLabel }) => !isLabel);
  if (values.length > 0) cuts.add(values[0].path, 'fields', values.length);
  return cuts.toArray();
}

/**
 * Renders sections within a budget of tokens. The first section is the document's; a later one of which nothing fits is left
 * out with its fence, from the last one on.
 */
export function renderSections(sections: readonly Section[], budget: number): RenderedSections {
  const fences = fenceTokens(sections.map(({ fence }) => fence));
  const last = sections[sections.length - 1];
  if (budget < fences && sections.length > 1) return without(last);
  if (budget < fences) return { text: nothingText, tokens: countTokens(nothingText), cuts: allValues(last) };
  const { lines, tokens, cuts } = fit(
    sections.map(({ layout }) => layout),
    budget - fences,
  );
  const emptied = sections.find(
    ({ layout }, index) => index > 0 && layout.entries.length > 0 && lines[index].length === 0,
  );
  if (emptied) return without(emptied);
  const text = renderText(sections.map(({ fence }, index) => ({ fence, lines: lines[index] })));
  return { text, tokens: tokens + fences, cuts };

  function without(section: Section): RenderedSections {
    const rest = renderSections(
      sections.filter((other) => other !== section),
      budget,
    );
    return { ...rest, cuts: [...rest.cuts, ...allValues(section)] };
  }
}
