{{- define "market.labels" -}}
app.kubernetes.io/name: market
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "market.selects" -}}
app.kubernetes.io/name: market
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "market.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Common settings of every pod: an unprivileged user and no cluster token. */}}
{{- define "market.pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 40
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "market.container" -}}
image: {{ include "market.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.secretName }} }
{{- if .Values.database.enabled }}
env:
  - name: DATABASE_URL
    valueFrom: { secretKeyRef: { name: {{ .Release.Name }}-database-app, key: uri } }
{{- end }}
{{- end }}
