import { address, secret, text } from '@app/config';

/** What tracing reads. The packages of OpenTelemetry read the last four by themselves. */
export const tracingSettings = {
  endpoint: address('OTEL_EXPORTER_OTLP_ENDPOINT', { meaning: 'OTLP/HTTP collector; empty: no tracing', fallback: '' }),
  service: text('SERVICE', { meaning: 'name of the service on its spans; every start sets it', fallback: 'unknown' }),
  replica: text('REPLICA', { meaning: 'which replica this process is', fallback: '0' }),
  headers: secret('OTEL_EXPORTER_OTLP_HEADERS', {
    meaning: 'headers for the collector, such as its key: name=value, separated by commas',
    fallback: '',
  }),
  sampler: text('OTEL_TRACES_SAMPLER', {
    meaning:
      'which requests are traced: `parentbased_always_on`, `parentbased_traceidratio`, `always_on`, `always_off` and others of OpenTelemetry',
    fallback: 'parentbased_always_on',
  }),
  samplerArgument: text('OTEL_TRACES_SAMPLER_ARG', {
    meaning: 'share of requests that a sampler by ratio traces, such as 0.01; empty: all',
    fallback: '',
  }),
  resourceAttributes: text('OTEL_RESOURCE_ATTRIBUTES', {
    meaning: 'attributes of every span: name=value, separated by commas',
    fallback: '',
  }),
};
