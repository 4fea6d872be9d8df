{{- /*
What waits for a service, and how much of it one replica may have: KEDA adds replicas beyond. Every number is a metric of
docs/metrics.md, of this installation alone.
*/}}
{{- define "judgment.queues" -}}
{{- $of := printf "namespace=\"%s\",release=\"%s\"" .Release.Namespace .Release.Name -}}
billing: { query: 'sum(judgment_bus_durable_pending{component="billing",{{ $of }}})', each: 5000 }
calibration: { query: 'sum(judgment_calibration_compute_waiting{ {{- $of -}} })', each: 8 }
documents: { query: 'sum(judgment_bus_durable_pending{component="documents",{{ $of }}})', each: 5000 }
judgments: { query: 'sum(judgment_pending_rows{reason="turn",{{ $of }}})', each: 2000 }
webhooks: { query: 'max(judgment_webhook_pending{ {{- $of -}} })', each: 2000 }
{{- end }}
