import type { WorkerParts } from '#platform/jobs/index.ts'
import { enqueueNotification, notifyOfEvent } from './events.ts'
import { sendMail, sendDueMails } from './send.ts'

export const noticeWorker: WorkerParts = {
  jobs: [
    { name: 'tell', run: notifyOfEvent },
    { name: 'send_mail', run: sendMail },
  ],
  periodicJobs: [{ name: 'mails', run: sendDueMails }],
  onEvent: enqueueNotification,
}
