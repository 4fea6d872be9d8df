{{- define "judgment.name" -}}{{ printf "%s-judgment" .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}
{{- define "judgment.image" -}}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{- end }}
{{- define "judgment.labels" -}}
app.kubernetes.io/name: judgment-service
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
