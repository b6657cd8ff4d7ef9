import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideInvitation,
  highestCents,
  INVITATION_ACTORS,
  INVITATION_OPEN_MS,
  INVITATION_OPERATIONS,
  INVITATION_RULES,
  INVITATION_STATUSES,
  INVITATIONS_A_DAY,
  invitationStatusAt,
  LIKED_FOR_MS,
  MOST_INVITED,
  refusedAmount,
  REPEAT_AFTER_MS,
  type InvitationFacts,
} from './rules.ts'

const NOW = new Date('2026-11-27T12:00:00.000Z')
const LATER = new Date(NOW.getTime() + 1)
const OPEN: InvitationFacts = { answer: null, ended: null, expiresAt: LATER }

const FACTS: Record<(typeof INVITATION_STATUSES)[number], InvitationFacts> = {
  open: OPEN,
  taken: { ...OPEN, answer: 'taken' },
  declined: { ...OPEN, answer: 'declined' },
  expired: { ...OPEN, expiresAt: NOW },
  withdrawn: { ...OPEN, ended: 'withdrawn' },
  closed: { ...OPEN, ended: 'closed' },
}

test('an open invitation reaches each final status through exactly one operation by one party, and a final status never changes', () => {
  assert.deepEqual(
    INVITATION_RULES.map(({ from, operation, by, to }) => `${from} ${operation} ${by} ${to}`),
    [
      'open take buyer taken',
      'open decline buyer declined',
      'open withdraw seller withdrawn',
      'open expire clock expired',
      'open close listing closed',
    ],
  )
  assert.deepEqual(INVITATION_OPERATIONS.toSorted(), INVITATION_RULES.map(({ operation }) => operation).toSorted())
  assert.deepEqual(INVITATION_STATUSES.toSorted(), ['open', ...INVITATION_RULES.map(({ to }) => to)].toSorted())
})

test('the status of an invitation depends first on the person’s answer, then on whether the invitation has ended, and then on its deadline', () => {
  for (const status of INVITATION_STATUSES) assert.equal(invitationStatusAt(FACTS[status], NOW), status)
  assert.equal(invitationStatusAt({ answer: 'declined', ended: 'withdrawn', expiresAt: NOW }, NOW), 'declined')
  assert.equal(invitationStatusAt({ answer: 'closed', ended: null, expiresAt: NOW }, NOW), 'closed')
  assert.equal(invitationStatusAt({ answer: null, ended: 'withdrawn', expiresAt: NOW }, NOW), 'withdrawn')
  assert.equal(invitationStatusAt({ answer: null, ended: 'expired', expiresAt: LATER }, NOW), 'expired')
})

test('each operation on an invitation is accepted or refused according to its status and the actor, and a refusal names the status', () => {
  const allowed = { 'take buyer': 'taken', 'decline buyer': 'declined', 'withdraw seller': 'withdrawn' } as Record<string, string>
  const done = { take: 'taken', decline: 'declined', withdraw: 'withdrawn' }
  for (const status of INVITATION_STATUSES)
    for (const operation of ['take', 'decline', 'withdraw'] as const)
      for (const by of INVITATION_ACTORS) {
        const to = status === 'open' ? allowed[`${operation} ${by}`] : undefined
        assert.deepEqual(
          decideInvitation(operation, by, FACTS[status], NOW),
          to ? { kind: 'move', to } : { kind: 'refuse', status, message: `This invitation is ${status} and cannot be ${done[operation]}.` },
        )
      }
})

test('the amount of an invitation must be at least the minimum price, and at most 95 percent of the price', () => {
  assert.deepEqual([100_00, 99, 19, 1].map(highestCents), [95_00, 94, 18, 0])
  const refused = (amountCents: number, floorCents = 73_19) => refusedAmount({ amountCents, priceCents: 100_00, floorCents })
  assert.deepEqual(
    [95_00, 95_01, 73_19, 73_18].map((cents) => refused(cents)),
    [null, 'above', null, 'below'],
  )
  assert.equal(refused(95_01, 96_00), 'above', 'the highest amount precedes the floor')
  assert.equal(refused(95_00, 95_01), 'below')
})

test('the limits on invitations have the values from the specification', () => {
  assert.deepEqual(
    { INVITATION_OPEN_MS, LIKED_FOR_MS, REPEAT_AFTER_MS, INVITATIONS_A_DAY, MOST_INVITED },
    { INVITATION_OPEN_MS: 172_800_000, LIKED_FOR_MS: 3_600_000, REPEAT_AFTER_MS: 604_800_000, INVITATIONS_A_DAY: 50, MOST_INVITED: 500 },
  )
})
