{{- /*
What waits for a service, and how much of it one replica may have: KEDA adds replicas beyond. Every number is a metric of
docs/metrics.md, of this installation alone.
*/}}
{{- define "judgment.queues" -}}
{{- $of := printf "namespace=\"%s\",release=\"%s\"" .Release.Namespace .Release.Name -}}
billing: { query: 'sum(judgment_bus_durable_pending{component="billing",{{ $of }}})', each: 5000 }
calibration: { query: 'sum(judgment_calibration_compute_waiting{ {{- $of -}} })', each: 8 }
documents: { query: 'sum(judgment_bus_durable_pending{component="documents",{{ $of }}})', each: 5000 }
judgments:
  query: {{ include "judgment.claimable" $of | quote }}
  each: 2000
webhooks: { query: 'max(judgment_webhook_pending{ {{- $of -}} })', each: 2000 }
{{- end }}
{{- /*
Judgments that another replica would make fewer: due, claimed by no process, and their engine has had slots to spare for two
minutes, at the rate that it grants. Those that wait for an engine itself are no reason for a replica: it would only hold
more connections. The argument is the matchers of the installation.
*/}}
{{- define "judgment.claimable" -}}
sum(judgment_claimable_rows{ {{- . -}} }
and on (engine)
(sum by (engine) (avg_over_time(judgment_engine_in_flight{ {{- . -}} }[2m])) < 0.9 * sum by (engine) (judgment_engine_permits{ {{- . -}} } * judgment_engine_rate_factor{ {{- . -}} }))
unless on (engine)
(sum by (engine) (avg_over_time(judgment_engine_waiting{ {{- . -}} }[2m])) >= 1 or max by (engine) (judgment_engine_circuit_open{ {{- . -}} }) == 1))
{{- end }}
