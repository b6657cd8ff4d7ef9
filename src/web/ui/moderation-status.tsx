import type { ActiveMeasure } from '#admin/moderation/index.ts'
import { counted } from '#web/framework/format.ts'
import { Notice } from './badge.tsx'

/** Active moderation actions against the user, on top of each of their pages, with a link to appeal. */
export const StandingMeasures = ({ measures }: { measures: readonly ActiveMeasure[] }) => {
  const account = measures.find(({ kind }) => kind === 'account')
  if (measures.length === 0) return null
  return (
    <div class="app-said">
      <Notice means="warn">
        {account ? (
          <>
            <strong>Your account is suspended.</strong> The reason: {account.reason} Open orders go on, you get your money, and your data
            stays yours.{' '}
          </>
        ) : measures.length === 1 ? (
          <>
            <strong>{measures[0]!.name}</strong> is out of sight. The reason: {measures[0]!.reason}{' '}
          </>
        ) : (
          <>
            <strong>{counted(measures.length, 'thing of yours is', 'things of yours are')}</strong> out of sight.{' '}
          </>
        )}
        <a href="/app/measures">What still works, and how to object</a>
      </Notice>
    </div>
  )
}
