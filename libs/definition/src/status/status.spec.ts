import { statusOf } from './status';
import type { AnswerRow, StatusInput } from './status';

const row: AnswerRow = { record: 1, version: 2, wantedVersion: 5, seenVersion: 5, cause: null, failure: null };
const calm = { activeVersion: 2, paused: false, circuitOpen: false, deferred: false };
const facts = { ...calm, openGather: false, openSpread: false };
const of = (answer: Partial<AnswerRow> | null, more: Partial<StatusInput> = {}) => {
  const status = statusOf({ ...facts, ...more, answer: answer && { ...row, ...answer } });
  return [status.status, status.stale_reason ?? status.unavailable_reason];
};

describe('statusOf', () => {
  it('is missing when the answer was never judged', () => {
    expect(of(null)).toEqual(['unavailable', 'never_judged']);
    const none = { record: 0, version: null, wantedVersion: 1, seenVersion: 0 };
    expect(of(none)).toEqual(['pending', null]);
    expect(of(none, { paused: true })).toEqual(['unavailable', 'judging_paused']);
    expect(of({ ...none, failure: 'engine_refused' })).toEqual(['unavailable', 'engine_refused']);
    expect(of({ ...none, seenVersion: 1 })).toEqual(['unavailable', 'never_judged']);
    expect(of({ ...none, seenVersion: 1, failure: 'context_too_large' })).toEqual(['unavailable', 'context_too_large']);
  });

  it('says that judging is paused of a missing answer, whether a read has asked for it or not [defect J-15]', () => {
    const none = { record: 0, version: null, wantedVersion: 1, seenVersion: 1 };
    expect(of(null, { paused: true })).toEqual(['unavailable', 'judging_paused']);
    expect(of(none, { paused: true })).toEqual(['unavailable', 'judging_paused']);
    expect(of({ ...none, failure: 'engine_refused' }, { paused: true })).toEqual(['unavailable', 'engine_refused']);
  });

  it('is fresh when the seen version equals the wanted version, whatever else holds', () => {
    expect(of({}, { paused: true, circuitOpen: true, deferred: true })).toEqual(['fresh', null]);
  });

  it('has the first reason that applies, in the order of the contract', () => {
    const all = { wantedVersion: 6, version: 1 };
    const every = { paused: true, circuitOpen: true, deferred: true, openSpread: true };
    expect(of(all, every)).toEqual(['stale', 'judging_paused']);
    expect(of(all, { ...every, paused: false })).toEqual(['stale', 'engine_unavailable']);
    expect(of({ ...all, failure: 'engine_bad_answer' })).toEqual(['stale', 'engine_unavailable']);
    expect(of(all, { deferred: true, openSpread: true })).toEqual(['stale', 'fanout_deferred']);
    expect(of(all, { deferred: true })).toEqual(['stale', 'version_changed']);
    expect(of({ wantedVersion: 6 })).toEqual(['stale', 'document_changed']);
    expect(of({ wantedVersion: 6, cause: 'related' })).toEqual(['stale', 'related_changed']);
    expect(of({ wantedVersion: 6, cause: 'fanout' })).toEqual(['stale', 'related_changed']);
    expect(of({}, { openSpread: true })).toEqual(['stale', 'related_changed']);
    expect(of({}, { openGather: true })).toEqual(['stale', 'related_changed']);
    expect(of({ wantedVersion: 6, cause: 'interval' })).toEqual(['stale', 'interval_elapsed']);
  });

  it('shows a deferral only of what a fan-out invalidated', () => {
    const deferred = { deferred: true };
    expect(of({ wantedVersion: 6, cause: 'fanout' }, deferred)).toEqual(['stale', 'fanout_deferred']);
    expect(of({}, { ...deferred, openSpread: true })).toEqual(['stale', 'fanout_deferred']);
    expect(of({ wantedVersion: 6, cause: 'related' }, deferred)).toEqual(['stale', 'related_changed']);
    expect(of({}, { ...deferred, openGather: true })).toEqual(['stale', 'related_changed']);
    expect(of({ wantedVersion: 6, cause: 'document' }, deferred)).toEqual(['stale', 'document_changed']);
  });
});
