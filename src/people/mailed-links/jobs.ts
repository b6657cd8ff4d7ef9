import type { WorkerParts } from '#platform/jobs.ts'
import { mailLink } from './ask.ts'

export const mailedLinkWorker: WorkerParts = { jobs: [{ name: 'mail_link', run: mailLink }] }
