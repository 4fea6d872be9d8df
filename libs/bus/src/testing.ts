export { RequestServer } from './request-server';
export { Consumer, consumerMetrics } from './consumer';
export { Relay } from './relay/relay';
export { ensureDurable, ensureStream } from './streams';
