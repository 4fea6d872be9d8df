export type { AskLimits, EngineClient } from './engine-client';
export { openEngine } from './open-engine';
export type { EngineDeps } from './open-engine';
export { systemClock } from './clock';
export type { Clock } from './clock';
export type { Dialect, ImageMode } from './entry/dialect';
export type {
  ChatSettings,
  EngineEntry,
  EngineLimits,
  EngineRate,
  EngineSource,
  ErrorStyle,
  ProbabilitySource,
} from './entry/entry';
export { isFreeHeader, parseEngineEntry } from './entry/parse-entry';
export { enginePresets } from './entry/preset';
export type { PresetName } from './entry/preset';
export { classifyError, classifyResponse } from './failure/classify';
export type { EngineResponse } from './failure/classify';
export { EngineFailure } from './failure/failure';
export type { FailureClass } from './failure/failure';
export { circuitBreaker, reactionOf } from './failure/reaction';
export type { Reaction } from './failure/reaction';
export type { CallFailureReason, FailureReason } from './failure/reason';
export type {
  AskReply,
  BoolAnswer,
  ChoiceAnswer,
  Earlier,
  Distribution,
  FailedAnswer,
  RawAnswer,
  ScoreAnswer,
} from './question/answer';
export { defaultEscape } from './question/question';
export type {
  AskInput,
  BoolCriteria,
  BoolQuestion,
  ChoiceQuestion,
  Question,
  ScoreQuestion,
} from './question/question';
export { prepareImages } from './image/wire-image';
export type { WireImage } from './image/wire-image';
export { secondsToAnswer, tryChatModel } from './local/chat-trial';
export type { ChatTrial } from './local/chat-trial';
export { localEntryOf } from './local/local-entry';
export type { LocalModel } from './local/local-entry';
export { listLocalModels } from './local/local-list';
export { chatCandidatesOf, decisionModelOf, findLocalChatModel, findLocalModel } from './local/local-model';
export { ChatClient } from './chat/chat-client';
export { parseChatEntry } from './chat/chat-entry';
export type { ChatEntry } from './chat/chat-entry';
export type { ChatPrompt } from './chat/completion';
export { requestsOf } from './requests';
export { askWithRetries } from './retry/ask-with-retries';
export type { AskOptions, AskOutcome } from './retry/ask-with-retries';
