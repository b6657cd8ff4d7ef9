import type { WorkerParts } from '#platform/jobs/index.ts'
import { deleteExpiredChallenges } from './passkeys/challenges.ts'
import { deleteExpiredTickets } from './tickets/index.ts'
import { deleteExpiredSetups } from './totp/index.ts'

export const factorWorker: WorkerParts = {
  periodicJobs: [
    { name: 'passkey challenges', tidies: true, run: deleteExpiredChallenges },
    { name: 'sign-in tickets', tidies: true, run: deleteExpiredTickets },
    { name: 'authenticator apps', tidies: true, run: deleteExpiredSetups },
  ],
}
