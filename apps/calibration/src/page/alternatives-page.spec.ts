import type { Alternative, AlternativeHeldOut, AlternativesTable } from '@app/contracts/calibration';
import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { alternativesPageOf } from './alternatives-page';
import { escapeText } from './markup';
import { policy } from './style';

const heldOut = (log_loss: number): AlternativeHeldOut => ({
  read_with: 'calibrated',
  log_loss,
  ece: 0.02,
  brier: 0.1,
  auroc: 0.8,
  precision_at_5: null,
  precision_at_10: null,
  accuracy: 0.9,
  features_only: null,
});
const row = (id: number, more: Partial<Alternative>): Alternative => ({
  id: `alt_${String(id).padStart(16, '0')}`,
  source: 'named',
  drafted: false,
  named_by: 'key:1',
  named_at: null,
  differs: ['question: "Too late?"'],
  definition: {},
  in_k: true,
  contexts: 'stored',
  as_of: null,
  labels: 405,
  labels_skipped: { deleted: 2, image_erased: 0, not_derivable: 4, failed: 1 },
  cost_per_answer: null,
  unit_reduction: null,
  held_out: null,
  change: null,
  verdict: 'unscored',
  moves_ranking: false,
  scored_at: null,
  billed: null,
  ...more,
});
const change = (difference: number): Alternative['change'] => ({
  log_loss: {
    difference,
    standard_error: 0.01,
    statistic: -3,
    p: 0.001,
    p_corrected: 0.003,
    corrected_for: 3,
    loses_at_most: Math.max(0, difference + 0.016),
  },
  auroc: null,
  accuracy: 0.01,
});
const hostile = '<script>alert("x")</script>';
const shown: AlternativesTable = {
  version: 3,
  engine_version: 'current+2026-11-02.1',
  status: 'ready',
  reason: null,
  message: `Ready ${hostile}.`,
  automatic: false,
  skip_engines: [],
  labels: { count: 412, sampled: false, outcomes: null },
  corrected_for: 3,
  quote: {
    status: 'ready',
    generation: 7,
    computed_at: null,
    labels: 412,
    judgment_units: 1012.5,
    tokens: 201344,
    cost_usd: 2.025,
    new_providers: ['pplx-decider current'],
    upstream: [],
    reason: null,
    detectable: { log_loss: 0.031, auroc: null, k: 4 },
    alternatives: [
      {
        id: 'alt_0000000000000003',
        contexts: 'stored',
        labels: 405,
        tokens: 201344,
        judgment_units: 1012.5,
        cost_usd: 2.025,
        new_provider: true,
      },
    ],
  },
  current: { held_out: heldOut(0.291), cost_per_answer: 1 },
  alternatives: [
    row(1, {
      differs: [`engine: ${hostile}`],
      held_out: heldOut(0.257),
      change: change(-0.034),
      verdict: 'better',
      cost_per_answer: 2.5,
      moves_ranking: true,
    }),
    row(2, { held_out: heldOut(0.32), change: change(0.029), verdict: 'worse', cost_per_answer: 1, drafted: true }),
    row(3, {}),
    row(4, {
      differs: null,
      definition: null,
      in_k: false,
      held_out: heldOut(0.292),
      change: change(0.001),
      cost_per_answer: 0.5,
      verdict: 'no_worse',
      contexts: 'narrowed',
    }),
  ],
  suggestion: { id: 'alt_0000000000000001', because: 'better' },
  headline: 'It lowers log loss by 0.034.',
  computed_at: '2026-11-20T02:00:00.000Z',
  next_run_after: null,
  plan_required: null,
};
const render = (table: AlternativesTable) => alternativesPageOf({ namespace: 'acme/<t1>', judgment: 'late', table });
const textsOf = (page: string, selector: string) => {
  const { document } = parseHTML(page);
  return [...document.querySelectorAll(selector)].map(({ textContent }) =>
    (textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
};

describe('the page of alternatives', () => {
  const page = render(shown);

  it('shows each row beside the version, with gain, interval, cost, verdict and its name [ALT-26] [ALT-29] [ST-F11]', () => {
    const { document } = parseHTML(page);
    const rows = [...document.querySelectorAll('table')[0].querySelectorAll('tbody tr')].map((tr) =>
      [...tr.querySelectorAll('th, td')].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')).join(' '),
    );
    expect(rows[0]).toBe('version: as it is – – 0.291 90.0 % 1.00 412 –');
    expect(rows[1]).toContain('better, ranks better 0.034 (0.014 to 0.054) 0.257 90.0 % 2.50');
    expect(rows[2]).toBe(
      '2: question: "Too late?" (drafted) alt_0000000000000002 worse -0.029 (-0.049 to -0.009) 0.320 90.0 % 1.00 405 (7 skipped) stored',
    );
    expect(rows[3]).toBe('3: question: "Too late?" alt_0000000000000003 not scored – – – – 405 (7 skipped) stored');
    expect(rows[4]).toMatch(/^4: a narrowing alt_0000000000000004 no worse, loses at most 0\.017 .* narrowed$/);
    expect(textsOf(page, 'caption')[0]).toContain('k = 3');
  });

  it('draws the gains with what is detectable, and cost against quality [ALT-40]', () => {
    const charts = textsOf(page, 'figcaption');
    expect(charts).toEqual([
      expect.stringContaining('could call better (0.031)'),
      expect.stringContaining('(k = 3)') as string,
    ]);
    const { document } = parseHTML(page);
    const marks = (at: number, kind: string) =>
      document.querySelectorAll('figure')[at].querySelectorAll(`svg.wide g[aria-label="${kind}"] > *`).length;
    expect(marks(0, 'dot')).toBe(3);
    // Intervals, the line of no gain and that of what is detectable.
    expect(marks(0, 'rule')).toBe(5);
    expect(marks(1, 'dot')).toBe(4);
  });

  it('says what a row without a gain may lose, and of which answers it speaks [ST-F6] [ST-F8]', () => {
    const verdictsOf = (table: AlternativesTable) => textsOf(render(table), 'tbody td:nth-child(2)');
    expect(verdictsOf(shown)[4]).toBe('no worse, loses at most 0.017');
    const wide = change(0.001);
    const rows = [...shown.alternatives.slice(0, 3), { ...shown.alternatives[3], change: wide }];
    wide!.log_loss.loses_at_most = 0.03;
    expect(verdictsOf({ ...shown, alternatives: rows })[4]).toBe('no worse, loses at most 0.030, not proven');
    const speaking = (speaks_for: AlternativesTable['speaks_for']) =>
      textsOf(render({ ...shown, speaks_for }), 'p')
        .join(' ')
        .includes('They speak for answers like the labelled ones');
    expect([speaking('labelled'), speaking('all'), speaking(undefined)]).toEqual([true, false, false]);
  });

  it('says what asking a cheaper one first would be worth, or why nothing', () => {
    const cascade = {
      first: 'alt_0000000000000002',
      then: 'version' as const,
      low: 0.2,
      high: 0.8,
      asked: 0.61,
      cost_per_answer: 0.86,
      harmed: 0,
      harmed_at_most: 0.0075,
      accuracy: 0.9,
      version_accuracy: 0.9,
      thresholds: [
        { name: 'alarm', threshold: 0.7, differs: 0.019, differs_at_most: 0.034, harmed: 0, harmed_at_most: 0.0075 },
      ],
    };
    const texts = (more: Partial<AlternativesTable>) => textsOf(render({ ...shown, ...more }), 'p').join(' ');
    expect(texts({ cascades: [cascade], cascades_reason: null }).replaceAll('\u00a0', ' ')).toContain(
      'Asking row 2 first, and the version where it reads between 0.20 and 0.80, would ask the version about 61.0 % of the answers and cost 0.86 judgments per answer (the version alone: 1.00). It would get at most 0.8 % of the documents wrong that the version gets right; at alarm 1.9 % of the documents would get another boolean (at most 3.4 %). No document is judged this way.',
    );
    expect(texts({ cascades: [], cascades_reason: 'Too few labels.' })).toContain('Too few labels.');
  });

  it('prices what is not scored, and names providers that are new [ALT-36] [ALT-38]', () => {
    expect(textsOf(page, 'h2').at(-1)).toBe('What the rest would cost');
    expect(textsOf(page, 'p').join(' ')).toContain(
      'Quote 7: $2.0250. A gain of 0.031 or more could be called better among 4.',
    );
    expect(textsOf(page, '.notice').join(' ')).toContain(
      'labelled contexts to pplx-decider current for the first time',
    );
  });

  it('loads, runs and sends nothing, and escapes what others wrote [ALT-01]', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<form|\son\w+=|url\(|https?:\/\/(?!www\.w3\.org)/i);
    expect(page).toContain(escapeText(hostile));
    const [, sheet] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    expect(policy).toContain(createHash('sha256').update(sheet).digest('base64'));
  });

  it('says what there is before a run, and what a plan hides [ALT-04] [ALT-41]', () => {
    const empty = { ...shown, quote: null, current: null, alternatives: [], headline: null, corrected_for: 0 };
    const message = 'Naming and running need the Team plan.';
    const capability = 'alternatives' as const;
    const plan_required = { capability, required_plan: 'team', plan: 'developer', message } as const;
    const texts = textsOf(render({ ...empty, plan_required }), 'p').join(' ');
    expect(texts).toContain('There is nothing to compare with yet.');
    expect(texts).toContain('from the plan team on');
    expect(textsOf(render(empty), 'figure')).toEqual([]);
  });
});
