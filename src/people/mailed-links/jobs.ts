import type { WorkerParts } from '#platform/jobs.ts'
import { mailLink } from './asking.ts'
import { sweepLinks } from './tokens.ts'

export const mailedLinkWorker: WorkerParts = {
  jobs: [{ name: 'mail_link', run: mailLink }],
  sweeps: [{ name: 'mailed links', run: sweepLinks }],
}
