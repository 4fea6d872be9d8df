import { Bool, Int, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from '../field';
import { request } from '../message';

export const endpointStatuses = ['active', 'failing', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

export class EndpointBody {
  @Text({ min: 1, max: 2048 }) url: string;
  @Values({ type: 'string', minLength: 1, maxLength: 128 }, { optional: true, max: 64, unique: true })
  events?: string[];
  @Text({ optional: true, min: 1, max: 257 }) namespace_prefix?: string;
  @Text({ optional: true, max: 256 }) description?: string;
  @Num({ optional: true, nullable: true, above: 0, max: 10_000 }) max_per_second?: number | null;
}
export class EndpointPatchBody {
  @Text({ optional: true, min: 1, max: 2048 }) url?: string;
  @Values({ type: 'string', minLength: 1, maxLength: 128 }, { optional: true, nullable: true, max: 64, unique: true })
  events?: string[] | null;
  @Text({ optional: true, nullable: true, min: 1, max: 257 }) namespace_prefix?: string | null;
  @Text({ optional: true, nullable: true, max: 256 }) description?: string | null;
  @Num({ optional: true, nullable: true, above: 0, max: 10_000 }) max_per_second?: number | null;
  @Bool({ optional: true }) enabled?: boolean;
}
export class EndpointStats {
  @Int() deliveries_24h: number;
  @Num({ nullable: true, min: 0, max: 1 }) success_rate_24h: number | null;
  @Stamp({ nullable: true }) last_delivery_at: string | null;
}
/** An endpoint as events show it, without its secret. */
export class EndpointFacts {
  @Text() id: string;
  @Text() url: string;
  @Values({ type: 'string' }) events: string[];
  @Text() namespace_prefix: string;
  @Text({ nullable: true }) description: string | null;
  @Num({ nullable: true }) max_per_second: number | null;
  @OneOf(endpointStatuses) status: EndpointStatus;
  @Bool() enabled: boolean;
  @Stamp({ optional: true }) failing_since?: string;
  @Stamp({ optional: true }) previous_secret_expires_at?: string;
  @Nested(() => EndpointStats) stats: EndpointStats;
  @Stamp() created_at: string;
}
export class EndpointView extends EndpointFacts {
  @Text({
    optional: true,
    meaning: 'Shown on create and rotation, and on a get by a read_write key that manages the endpoint.',
  })
  secret?: string;
}
export class EndpointList {
  @ListOf(() => EndpointView) webhook_endpoints: EndpointView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;
export class CreateEndpoint {
  @Nested(() => EndpointBody) endpoint: EndpointBody;
}
export class ByEndpoint {
  @Text() id: string;
}
export class PatchEndpoint extends ByEndpoint {
  @Nested(() => EndpointPatchBody) patch: EndpointPatchBody;
}
export class ListEndpoints {
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}
export class EndpointDeleted {
  @Bool() deleted: boolean;
}
export const createEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.create.v1',
  why: 'Creates a webhook endpoint; the reply shows its secret.',
  query: CreateEndpoint,
  reply: EndpointView,
});
export const showEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.show.v1',
  why: 'Reads one endpoint.',
  query: ByEndpoint,
  reply: EndpointView,
});
export const listEndpoints = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.list.v1',
  why: "Lists the endpoints within the key's scope, without secrets.",
  query: ListEndpoints,
  reply: EndpointList,
});
export const patchEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.change.v1',
  why: 'Changes the settings of an endpoint.',
  query: PatchEndpoint,
  reply: EndpointView,
});
export const deleteEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.delete.v1',
  why: 'Deletes an endpoint with its pending deliveries.',
  query: ByEndpoint,
  reply: EndpointDeleted,
});

export class CoverEndpoint {
  @Text() organization: string;
  @Text() endpoint: string;
  @Text() namespace: string;
}
export class EndpointCover {
  @Bool() exists: boolean;
  @Bool() covers: boolean;
}
export const coverEndpoint = request({
  subject: 'webhooks.endpoint.get.v1',
  why: "Checks that a subscription's endpoint exists and covers the namespace.",
  from: ['documents'],
  to: 'webhooks',
  query: CoverEndpoint,
  reply: EndpointCover,
});
