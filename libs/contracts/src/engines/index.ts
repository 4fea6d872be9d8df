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
  EpochSource,
  engineSources,
  epochsPublished,
  probabilitySources,
} from './views';
export type { EngineSource, ProbabilitySource } from './views';
export { PartsWritten, SuggestedPartList, WriteParts, maxSuggestedParts, writeParts } from './parts';
export type { SuggestedPart } from './parts';
