import { TableState } from './state';
import { countOf, dateOf } from './wording';

/** Why there is nothing to compare; null when there is. */
export function unavailableSentence({ basis, version }: TableState): string | null {
  switch (basis.kind) {
    case 'inherited':
      return `The judgment is inherited from ${basis.template}, whose table has its alternatives.`;
    case 'composite':
      return 'A composite judgment asks no question of its own; compare alternatives of its parts.';
    case 'no_fit':
      return `Version ${version} has no calibration fit yet: ${labelsSentence(basis, '')}.`;
    case 'superseded':
      return basis.by === 'engine'
        ? `${basis.engine} changed on ${dateOf(basis.sinceMs)}; ${labelsSentence(basis, ' since')}.`
        : `Version ${version} became active on ${dateOf(basis.sinceMs)}; ${labelsSentence(basis, ' since')}.`;
    case 'fit':
      return null;
  }
}

function labelsSentence({ labels, needed }: { labels: number; needed: number }, since: string): string {
  return labels < needed
    ? `${labels} of ${countOf(needed, 'label')}${since}`
    : `the next night fits the ${countOf(labels, 'label')}${since}`;
}
