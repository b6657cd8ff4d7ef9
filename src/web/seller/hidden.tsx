import type { Context, Person } from '#platform/context/index.ts'
import { Notice } from '#web/ui/index.ts'
import { api, call } from '#web/framework/page/index.ts'

/** Returns the ids of the viewer's listings that the operator has hidden. A hidden listing keeps its status, but only its owner sees it. */
export async function hiddenListings(ctx: Context, viewer: Person): Promise<ReadonlySet<string>> {
  const { data } = await call(ctx, viewer, api.listOwnMeasures)
  return new Set(data.flatMap(({ kind, subject, lifted_at }) => (kind === 'listing' && lifted_at === null ? [subject.id] : [])))
}

/** Notice that a listing is hidden, with a link to the reason. */
export const HiddenNotice = () => (
  <Notice means="warn">
    <strong>Hidden by the operator.</strong> Only you can see this listing, and it does not count as live.{' '}
    <a href="/app/measures">See why, and how to appeal</a>
  </Notice>
)
