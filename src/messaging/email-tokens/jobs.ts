import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteExpiredLinks } from './index.ts'

export const mailTokenWorker: WorkerParts = { periodicJobs: [{ name: 'mailed links', tidies: true, run: deleteExpiredLinks }] }
