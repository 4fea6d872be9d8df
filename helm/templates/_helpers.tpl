{{- define "judgment.name" -}}{{ printf "%s-judgment" .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}
{{- define "judgment.image" -}}{{ .Values.image.repository }}{{ with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}{{- end }}
{{- define "judgment.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/name: judgment-service
app.kubernetes.io/part-of: judgment-service
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- /* Of pods alone: which part of many installations they are. */}}
{{- define "judgment.podLabels" -}}
{{ include "judgment.labels" . }}
{{- with .Values.cell }}
cell: {{ . | quote }}
{{- end }}
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
{{- /*
Changes when a Secret does that the pods read, so that `helm upgrade` starts them anew. It is made of the versions of the
Secrets and not of what they hold: annotations are no place for that. Empty where Helm does not ask a cluster.
*/}}
{{- define "judgment.secretVersions" -}}
{{- $versions := list -}}
{{- range $name := .names | uniq | sortAlpha -}}
{{- with lookup "v1" "Secret" $.root.Release.Namespace $name -}}
{{- $versions = append $versions (printf "%s %s" $name .metadata.resourceVersion) -}}
{{- end -}}
{{- end -}}
{{- if $versions }}{{ join "\n" $versions | sha256sum }}{{ end }}
{{- end }}
{{- /* Where clients reach the API: as given, or the ingress' host. */}}
{{- define "judgment.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl }}{{ else if .Values.ingress.enabled }}{{ ternary "https" "http" (ne .Values.ingress.tlsSecret "") }}://{{ .Values.ingress.host }}{{ end }}
{{- end }}
{{- /* A certificate authority of your own, which signs the servers that the services call. */}}
{{- define "judgment.caEnvironment" -}}
{{- if .Values.secrets.ca }}- { name: NODE_EXTRA_CA_CERTS, value: /etc/judgment/ca/ca.crt }{{ end }}
{{- end }}
{{- define "judgment.caMounts" -}}
{{- if .Values.secrets.ca }}[{ name: certificate-authority, mountPath: /etc/judgment/ca, readOnly: true }]{{ else }}[]{{ end }}
{{- end }}
{{- define "judgment.caVolumes" -}}
{{- if .Values.secrets.ca }}[{ name: certificate-authority, secret: { secretName: {{ .Values.secrets.ca | quote }} } }]{{ else }}[]{{ end }}
{{- end }}
{{- define "judgment.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "judgment.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: ["ALL"] }
{{- end }}
{{- /* Port of an address; `default` where it names none. */}}
{{- define "judgment.portOf" -}}
{{- regexFind ":[0-9]+" .url | trimPrefix ":" | default (toString .default) }}
{{- end }}

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
