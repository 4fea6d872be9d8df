import { Nested, Text } from '../field';
import { request } from '../message';
import { Deleted, ListQuery } from '../shared';
import { ActivateBody, JudgmentCreateBody, JudgmentPatchBody } from './bodies';
import { JudgmentChange } from './change-views';
import { JudgmentList, JudgmentView, VersionList } from './views';

const gatewayToJudgments = { from: ['gateway'], to: 'judgments' } as const;

export class OfJudgment {
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() name: string;
}
export class OfNamespace {
  @Text() namespace: string;
}
export class CreateJudgment extends OfNamespace {
  @Nested(() => JudgmentCreateBody) judgment: JudgmentCreateBody;
}
export class PatchJudgment extends OfJudgment {
  @Nested(() => JudgmentPatchBody) patch: JudgmentPatchBody;
}
export class ActivateJudgment extends OfJudgment {
  @Nested(() => ActivateBody) activate: ActivateBody;
}
export class ListVersions extends ListQuery {
  @Text() namespace: string;
  @Text() name: string;
}
export const createJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.create.v1',
  why: 'Creates a judgment or a new version.',
  query: CreateJudgment,
  reply: JudgmentChange,
});
export const listJudgments = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.list.v1',
  why: 'Lists the active judgments of a namespace, inherited ones included.',
  query: OfNamespace,
  reply: JudgmentList,
});
export const getJudgment = request({
  from: ['gateway', 'calibration'],
  to: 'judgments',
  subject: 'judgments.judgment.get.v1',
  why: 'Reads one judgment with its active version.',
  query: OfJudgment,
  reply: JudgmentView,
});
export const listVersions = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.versions.v1',
  why: 'Lists the versions of a judgment, newest first.',
  query: ListVersions,
  reply: VersionList,
});
export const patchJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.change.v1',
  why: 'Changes settings: thresholds, freshness and outcomes.',
  query: PatchJudgment,
  reply: JudgmentChange,
});
export const activateJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.activate.v1',
  why: 'Activates a version.',
  query: ActivateJudgment,
  reply: JudgmentChange,
});
export const detachJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.detach.v1',
  why: "Detaches a namespace's own copy of a template's judgment; answers and outcomes stay.",
  query: OfJudgment,
  reply: JudgmentChange,
});
export const deleteJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.delete.v1',
  why: 'Archives a judgment; reads no longer show its answers.',
  query: OfJudgment,
  reply: Deleted,
});
