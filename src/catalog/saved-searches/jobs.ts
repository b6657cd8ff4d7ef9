import type { WorkerParts } from '#platform/jobs/index.ts'
import { alertOf, sendDueAlerts } from './alerts.ts'

export const searchWorker: WorkerParts = {
  jobs: [{ name: 'search_alert', run: alertOf }],
  periodicJobs: [{ name: 'search alerts', run: sendDueAlerts }],
}
