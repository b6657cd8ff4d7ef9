import type { WorkerParts } from '#platform/jobs.ts'
import { mailLink } from './asking.ts'

export const mailedLinkWorker: WorkerParts = { jobs: [{ name: 'mail_link', run: mailLink }] }
