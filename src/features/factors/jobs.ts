import type { WorkerParts } from '#lib/jobs.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { sweepTickets } from './tickets/service.ts'
import { sweepSetups } from './totp/service.ts'

export const factorWorker: WorkerParts = {
  sweeps: [
    { name: 'passkey challenges', run: sweepChallenges },
    { name: 'sign-in tickets', run: sweepTickets },
    { name: 'authenticator apps', run: sweepSetups },
  ],
}
