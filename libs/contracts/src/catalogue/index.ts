export { declaredMessages } from './declared';
export { streams, factOf } from './streams';
export type { Durable, Stream } from './streams';
export {
  inboxOf,
  creditInboxOf,
  frameInboxOf,
  replyInboxOf,
  relayReaderName,
  permissionsOf,
  busUsers,
} from './permissions';
export type { BusPermissions } from './permissions';
export {
  consumables,
  extensionDurableOf,
  extensionNamePattern,
  extensionPermissions,
  extensionUserOf,
  sharedExtensionPermissions,
  sharedExtensionUser,
} from './extension';
export type { Consumable, Extension } from './extension';
export { asyncApi } from './asyncapi';
export { operatorHost, operatorPermissions, operatorUser } from './operator';
