import type { ActiveMeasure } from '#admin/moderation/index.ts'
import { counted } from '#web/framework/format.ts'
import { Notice } from './badge.tsx'

/** Active moderation actions against the user, with a link to the appeal page. Shown at the top of every page of the user's account. */
export const ActiveMeasures = ({ measures }: { measures: readonly ActiveMeasure[] }) => {
  const account = measures.find(({ kind }) => kind === 'account')
  if (measures.length === 0) return null
  return (
    <div class="app-said">
      <Notice means="warn">
        {account ? (
          <>
            <strong>Your account is suspended.</strong> Reason: {account.reason} Open orders continue, you will still get your money, and
            you can export your data.{' '}
          </>
        ) : measures.length === 1 ? (
          <>
            <strong>{measures[0]!.name}</strong>{' '}
            {measures[0]!.kind === 'change' ? 'needs a change that the operator has requested.' : 'has been hidden.'} Reason:{' '}
            {measures[0]!.reason}{' '}
          </>
        ) : (
          <>
            <strong>{counted(measures.length, 'item')}</strong> of yours have been hidden or need a change.{' '}
          </>
        )}
        <a href="/app/measures">See what still works and how to appeal</a>
      </Notice>
    </div>
  )
}
