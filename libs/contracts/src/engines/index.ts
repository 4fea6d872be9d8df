export { PermitState, ShowPermits, PermitStates, showPermits } from './permits';
export {
  lanes,
  EngineQuestion,
  Ask,
  EngineAnswer,
  EngineReply,
  askEngine,
  askExtension,
  Nothing,
  listEngines,
  maxDrafts,
  Draft,
  DraftList,
  DraftsWritten,
  WriteDrafts,
  writeDrafts,
  EngineChanged,
  engineChanged,
} from './messages';
export type { Lane } from './messages';
export {
  EngineCircuit,
  EngineLimits,
  EngineList,
  EngineView,
  EpochBeside,
  EpochSource,
  engineSources,
  epochsPublished,
  probabilitySources,
} from './views';
export type { EngineSource, ProbabilitySource } from './views';
export { PartsWritten, SuggestedPartList, WriteParts, maxSuggestedParts, writeParts } from './parts';
export type { SuggestedPart } from './parts';
export {
  ModelBody,
  ModelList,
  ModelProviderView,
  ModelTrial,
  ModelView,
  RemoveModel,
  SetModel,
  TriedQuestion,
  TryModel,
  TryModelBody,
  UnsupportedProvider,
  listModels,
  maxModelValues,
  modelProviders,
  modelSetters,
  removeModel,
  setModel,
  tryModel,
} from './models';
export type { ModelProvider, ModelSetter } from './models';
