{{- /* Port of an address; `default` where it names none. */}}
{{- define "judgment.portOf" -}}
{{- regexFind ":[0-9]+" .url | trimPrefix ":" | default (toString .default) }}
{{- end }}
{{- /*
The port on which the Postgres of a service listens. A policy sees the pod's port: behind the Service of the bundled server,
whose port values may change, it is always 5432.
*/}}
{{- define "judgment.postgresPort" -}}
{{- $own := (index .root.Values.services .name).postgres -}}
{{- if $own }}{{ $own.port | default 5432 }}{{ else if .root.Values.postgres.bundled.enabled }}5432{{ else }}{{ .root.Values.postgres.port }}{{ end }}
{{- end }}
{{- /* The ports of all servers of nats.url, as a list. */}}
{{- define "judgment.natsPorts" -}}
{{- $ports := list -}}
{{- range $url := include "judgment.natsUrl" . | splitList "," -}}
{{- $ports = append $ports (include "judgment.portOf" (dict "url" (trim $url) "default" 4222)) -}}
{{- end -}}
{{- $ports | uniq | toJson }}
{{- end }}
