{{- /*
Annotations of what set-up needs: hooks that run before anything of the release exists, the account and the policy of a lower
weight than the Job. With the bundled Postgres all of them are parts of the release, since that server must be made first.
*/}}
{{- define "judgment.setupHook" -}}
{{- if not .root.Values.postgres.bundled.enabled -}}
annotations:
  helm.sh/hook: pre-install,pre-upgrade
  helm.sh/hook-delete-policy: {{ .policy }}
  helm.sh/hook-weight: {{ .weight | quote }}
  {{- with .more }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- else if .more -}}
annotations:
  {{- toYaml .more | nindent 2 }}
{{- end }}
{{- end }}
{{- /* A hook cannot use the account of the services, which is made after it: it gets one of its own. */}}
{{- define "judgment.setupAccount" -}}
{{- if .Values.setup.serviceAccountName }}{{ .Values.setup.serviceAccountName }}
{{- else if and .Values.serviceAccount.create (not .Values.postgres.bundled.enabled) }}{{ include "judgment.name" . }}-setup
{{- else }}{{ include "judgment.serviceAccount" . }}
{{- end }}
{{- end }}
{{- define "judgment.setupEnvironment" -}}
{{- if include "judgment.sharing" . }}
{{- if or .Values.postgres.prepare .Values.postgres.bundled.enabled }}
- name: DATABASE_ADMIN_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.database | quote }}, key: admin-url } }
{{- end }}
- { name: DATABASE_URL, value: {{ include "judgment.databaseUrl" (dict "root" . "login" "") | quote }} }
{{- end }}
{{- include "judgment.caEnvironment" . | nindent 0 }}
{{- range $name, $service := .Values.services }}
{{- $variable := $name | upper | replace "-" "_" }}
- name: DATABASE_PASSWORD_{{ $variable }}
  valueFrom: { secretKeyRef: {{ include "judgment.serviceDatabaseSecret" (dict "root" $ "name" $name) }} }
{{- with $service.postgres }}
- { name: DATABASE_URL_{{ $variable }}, value: {{ include "judgment.serviceDatabaseUrl" (dict "root" $ "name" $name) | quote }} }
{{- if .prepare }}
- name: DATABASE_ADMIN_URL_{{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ .secret | quote }}, key: admin-url } }
{{- end }}
{{- end }}
{{- if not $.Values.nats.credentials }}
- name: NATS_PASSWORD_{{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.secrets.bus | quote }}, key: {{ $name | quote }} } }
{{- end }}
{{- end }}
{{- end }}
