import type { WorkerParts } from '#lib/jobs.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { sweepTries } from './service.ts'
import { sweepTickets } from './tickets/service.ts'
import { sweepSetups } from './totp/service.ts'

export const factorWorker: WorkerParts = {
  sweeps: [
    { name: 'passkey challenges', run: sweepChallenges },
    { name: 'sign-in tickets', run: sweepTickets },
    { name: 'factor tries', run: sweepTries },
    { name: 'authenticator apps', run: sweepSetups },
  ],
}
