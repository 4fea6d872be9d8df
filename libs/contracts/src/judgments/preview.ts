import { AnswerView } from '../documents';
import { Bool, Int, ListOf, Nested, Text } from '../field';
import { request } from '../message';
import { UsageView } from '../shared';
import { ContextPreviewBody, TryBody } from './bodies';
import { CutView } from './change-views';
import { OfJudgment, OfNamespace } from './judgment';

const gatewayToJudgments = { from: ['gateway'], to: 'judgments' } as const;

export class ContextView {
  @Text({ meaning: 'The context that the engine would read.' }) text: string;
  @Int() tokens: number;
  @Text() size_class: string;
  @Bool() truncated: boolean;
  @ListOf(() => CutView) cuts: CutView[];
  @Text() hash: string;
}
export class PreviewContext extends OfJudgment {
  @Nested(() => ContextPreviewBody) preview: ContextPreviewBody;
}
export const previewContext = request({
  ...gatewayToJudgments,
  subject: 'judgments.context.preview.v1',
  why: 'Compiles the context that an engine would read, without asking the engine.',
  query: PreviewContext,
  reply: ContextView,
});

export class TryJudgment extends OfNamespace {
  @Nested(() => TryBody) attempt: TryBody;
}
export class TriedDocument {
  @Text() document: string;
  @Bool({ optional: true, meaning: 'False where `applies_to` leaves the document out; it is not judged then.' })
  applies?: boolean;
  @Nested(() => AnswerView) answer: AnswerView;
  @Nested(() => ContextView) context: ContextView;
}
export class TriedJudgment {
  @ListOf(() => TriedDocument) documents: TriedDocument[];
  @Nested(() => UsageView) usage: UsageView;
}
export const tryJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.try.v1',
  why: 'Judges a few documents by a definition and stores nothing.',
  query: TryJudgment,
  reply: TriedJudgment,
});
