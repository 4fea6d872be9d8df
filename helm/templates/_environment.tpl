{{- /* The environment of a service's container; `root` and `name` of the service. */}}
{{- define "judgment.environment" -}}
{{- $root := .root -}}
{{- $name := .name -}}
{{- $service := index $root.Values.services $name -}}
- { name: SERVICE, value: {{ $name | quote }} }
- name: REPLICA
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
{{- /* Beside the address, not in it: an address would need the password escaped. */}}
- name: PGPASSWORD
  valueFrom: { secretKeyRef: {{ include "judgment.serviceDatabaseSecret" (dict "root" $root "name" $name) }} }
- name: DATABASE_URL
  value: {{ include "judgment.serviceDatabaseUrl" (dict "root" $root "name" $name) | quote }}
- { name: NATS_URL, value: {{ include "judgment.natsUrl" $root | quote }} }
{{- if $root.Values.nats.credentials }}
- { name: NATS_CREDENTIALS_FILE, value: /etc/judgment/nats/user.creds }
{{- else }}
- { name: NATS_USER, value: {{ $name | quote }} }
- name: NATS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $root.Values.secrets.bus | quote }}, key: {{ $name | quote }} } }
{{- end }}
- name: MASTER_KEY
  valueFrom: { secretKeyRef: { name: {{ $root.Values.secrets.masterKey | quote }}, key: ring } }
{{- if and (eq $name "gateway") $root.Values.secrets.mail }}
- name: SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ $root.Values.secrets.mail | quote }}, key: smtp-url } }
{{- end }}
{{- if has $name (list "gateway" "documents" "webhooks") }}
{{- with include "judgment.publicUrl" $root }}
- { name: PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- if and (eq $name "gateway") $root.Values.trustedProxies }}
- { name: TRUSTED_PROXIES, value: {{ $root.Values.trustedProxies | toJson | quote }} }
{{- end }}
{{- with $root.Values.otel.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- with $root.Values.nats.streams }}
- { name: STREAM_REPLICAS, value: {{ .replicas | quote }} }
- { name: STREAM_MAX_MIB, value: {{ .maxMib | quote }} }
- { name: STREAM_MAX_HOURS, value: {{ .maxHours | quote }} }
{{- end }}
- { name: DRAIN_LIMIT_S, value: {{ $root.Values.termination.drainSeconds | quote }} }
{{- if $root.Values.nats.tls }}
{{- /* Without an authority of your own it is a public one that must have signed the server. */}}
- {{ ternary (dict "name" "NATS_CA_FILE" "value" "/etc/judgment/ca/ca.crt") (dict "name" "NATS_TLS" "value" "true") (ne $root.Values.secrets.ca "") | toJson }}
{{- end }}
{{- include "judgment.caEnvironment" $root | nindent 0 }}
{{- range $key, $value := $service.env }}
{{- if kindIs "string" $value }}
- { name: {{ $key | quote }}, value: {{ $value | quote }} }
{{- else }}
- name: {{ $key | quote }}
  {{- toYaml $value | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}
