import type { WorkerParts } from '#platform/jobs/index.ts'
import { mailLink } from './send.ts'

export const mailedLinkWorker: WorkerParts = { jobs: [{ name: 'mail_link', run: mailLink }] }
