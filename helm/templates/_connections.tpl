{{- /*
Connections to Postgres that a pod of a service may hold: the places of its pools, as docs/settings.md has them or as its
environment sets them. `name` and `service`.
*/}}
{{- define "judgment.podConnections" -}}
{{- $pools := dict "POOL_SIZE" "5" -}}
{{- if eq .name "gateway" }}{{ $_ := set $pools "ADMISSION_POOL_SIZE" "4" }}{{ end -}}
{{- if eq .name "documents" }}{{ $_ := set $pools "LEAF_POOL_SIZE" "2" }}{{ $_ := set $pools "SCAN_POOL_SIZE" "8" }}{{ end -}}
{{- $env := .service.env | default dict -}}
{{- $sum := 0 -}}
{{- range $variable, $fallback := $pools -}}
{{- $given := get $env $variable -}}
{{- $sum = add $sum (int (ternary $given $fallback (and (kindIs "string" $given) (ne $given "")))) -}}
{{- end -}}
{{- $sum -}}
{{- end }}
{{- /* Connections of a service at its most replicas, with the one pod more that a roll-out starts. */}}
{{- define "judgment.serviceConnections" -}}
{{- $replicas := int (ternary (.service.autoscaling | default dict).maxReplicas .service.replicas (hasKey .service "autoscaling")) -}}
{{- mul (add1 $replicas) (int (include "judgment.podConnections" .)) -}}
{{- end }}
{{- /* Connections that the common Postgres must allow: those of all services that share it, and ten for set-up and people. */}}
{{- define "judgment.connections" -}}
{{- $sum := 10 -}}
{{- range $name, $service := .Values.services -}}
{{- if not $service.postgres -}}
{{- $sum = add $sum (int (include "judgment.serviceConnections" (dict "name" $name "service" $service))) -}}
{{- end -}}
{{- end -}}
{{- $sum -}}
{{- end }}
