import type { WorkerParts } from '#platform/jobs/index.ts'
import { askForMail, tellOfEvent } from './events.ts'
import { sendMail, sweepMails } from './send.ts'

export const noticeWorker: WorkerParts = {
  jobs: [
    { name: 'tell', run: tellOfEvent },
    { name: 'send_mail', run: sendMail },
  ],
  sweeps: [{ name: 'mails', run: sweepMails }],
  onEvent: askForMail,
}
