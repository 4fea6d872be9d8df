{{- /*
The first part of all names. Cut at 40 characters, always and as ever: claims of disks bear it, and a claim with another name
is an empty disk. Two releases of one namespace whose names begin alike are told apart by fullnameOverride.
*/}}
{{- define "judgment.name" -}}
{{- .Values.fullnameOverride | default (printf "%s-judgment" .Release.Name | trunc 40 | trimSuffix "-") }}
{{- end }}
{{- define "judgment.image" -}}{{ .Values.image.repository }}{{ with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}{{- end }}
{{- define "judgment.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/name: judgment-service
app.kubernetes.io/part-of: judgment-service
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "judgment.serviceAccount" -}}{{ .Values.serviceAccount.name | default (include "judgment.name" .) }}{{- end }}
{{- define "judgment.postgresHost" -}}
{{- if .Values.postgres.bundled.enabled }}{{ include "judgment.name" . }}-postgres{{ else }}{{ required "postgres.host is needed when postgres.bundled.enabled is false" .Values.postgres.host }}{{ end }}
{{- end }}
{{- define "judgment.natsUrl" -}}
{{- if .Values.nats.bundled.enabled }}nats://{{ include "judgment.name" . }}-nats:4222{{ else }}{{ required "nats.url is needed when nats.bundled.enabled is false" .Values.nats.url }}{{ end }}
{{- end }}
{{- /* Address of the services' database; `login` is empty or ends with an @. */}}
{{- define "judgment.databaseUrl" -}}
{{- $postgres := .root.Values.postgres -}}
postgres://{{ .login }}{{ include "judgment.postgresHost" .root }}:{{ $postgres.port }}/{{ $postgres.database }}
{{- if and $postgres.sslMode (not $postgres.bundled.enabled) }}?sslmode={{ $postgres.sslMode }}{{ end }}
{{- end }}
{{- /* Address of one service's database with its role: the common one, or that of `services.<name>.postgres`. */}}
{{- define "judgment.serviceDatabaseUrl" -}}
{{- $role := printf "svc_%s" (.name | replace "-" "_") -}}
{{- $own := (index .root.Values.services .name).postgres -}}
{{- if $own -}}
postgres://{{ $own.user | default $role }}@{{ $own.host }}:{{ $own.port | default 5432 }}/{{ $own.database | default "judgment" }}{{ with $own.sslMode }}?sslmode={{ . }}{{ end }}
{{- else -}}
{{ include "judgment.databaseUrl" (dict "root" .root "login" (printf "%s@" $role)) }}
{{- end }}
{{- end }}
{{- /* Where the password of a service's role stands. */}}
{{- define "judgment.serviceDatabaseSecret" -}}
{{- $own := (index .root.Values.services .name).postgres -}}
{{- if $own }}{ name: {{ $own.secret | quote }}, key: password }{{ else }}{ name: {{ .root.Values.secrets.database | quote }}, key: {{ .name | quote }} }{{ end }}
{{- end }}
{{- /* Names of the services that have no Postgres of their own. */}}
{{- define "judgment.sharing" -}}
{{- range $name, $service := .Values.services }}{{ if not $service.postgres }}{{ $name }} {{ end }}{{ end }}
{{- end }}
{{- /* Where clients reach the API: as given, or the ingress' host. */}}
{{- define "judgment.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl }}{{ else if .Values.ingress.enabled }}{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ .Values.ingress.host }}{{ end }}
{{- end }}
