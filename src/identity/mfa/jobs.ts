import type { WorkerParts } from '#platform/jobs/index.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { sweepTickets } from './tickets/index.ts'
import { sweepSetups } from './totp/index.ts'

export const factorWorker: WorkerParts = {
  sweeps: [
    { name: 'passkey challenges', tidies: true, run: sweepChallenges },
    { name: 'sign-in tickets', tidies: true, run: sweepTickets },
    { name: 'authenticator apps', tidies: true, run: sweepSetups },
  ],
}
