import { AGREE_DAYS, CHECK_WORKING_DAYS, SEND_DAYS } from '#commerce/orders/rules/return.ts'
import type { Order } from '#web/framework/page/records.ts'
import { localPath } from '#web/framework/routes.ts'
import { Timestamp } from './time.tsx'
import { Timeline, type Step } from './timeline.tsx'

export type Return = NonNullable<Order['return']>
type Status = Return['status']

/** Message about every return that the operator must decide. */
export const STAFF_DECIDES = 'A member of our staff will decide. The money stays on hold until then.'

/** Labels for returns that left the usual steps (`PATH`). */
const LEFT: Partial<Record<Status, string>> = {
  declined: 'Declined',
  expired: 'Not completed in time',
  contested: 'Contested by the seller',
  closed: 'Closed',
}

/** Labels for returns in the operator's lists. */
export const RETURN_LABELS: Readonly<Record<Status, string>> = {
  offered: 'return offered',
  agreed: 'return agreed',
  sent: 'on its way back',
  received: 'return received',
  declined: 'return declined',
  expired: 'return not completed in time',
  contested: 'return contested',
  refunded: 'returned',
  closed: 'return closed',
}

const PATH: readonly Status[] = ['offered', 'agreed', 'sent', 'received', 'refunded']

/**
 * Returns the last step in `PATH` that a return reached. A return that has left `PATH` still shows its deadlines and tracking information
 * at that step.
 */
function reached({ status, tracking, send_by: sendBy, check_by: checkBy }: Return): number {
  const index = PATH.indexOf(status)
  if (index !== -1) return index
  return checkBy ? 3 : tracking.number ? 2 : sendBy ? 1 : 0
}

/** The steps of a return with their deadlines, as shown to the buyer, the seller and the operator. */
export const ReturnPath = ({ returned }: { returned: Return }) => {
  const { status, agree_by: agreeBy, send_by: sendBy, check_by: checkBy } = returned
  const last = reached(returned)
  const left = LEFT[status]
  const labels = ['Return offered', 'Buyer agrees', 'Buyer sends the item', 'Seller receives the item', 'Refund']
  const notes = [
    null,
    deadline(agreeBy, `Within ${AGREE_DAYS} days`),
    deadline(sendBy, `Within ${SEND_DAYS} days`),
    null,
    deadline(checkBy, `Within ${CHECK_WORKING_DAYS} working days after the item arrives`),
  ]
  const steps = labels.map((label, index): Step => ({
    label,
    state: index < last || (index === last && (left !== undefined || status === 'refunded')) ? 'done' : index === last ? 'now' : 'next',
    ...(index > last ? { note: notes[index] } : {}),
  }))
  return <Timeline label="Steps in the return" steps={left ? [...steps.slice(0, last + 1), { label: left, state: 'now' }] : steps} />
}

const deadline = (at: string | null, otherwise: string) =>
  at ? (
    <>
      By <Timestamp at={at} />
    </>
  ) : (
    otherwise
  )

/** Returns a sentence that tells the buyer or the seller (`reader`) which party pays the return shipping. */
export const payerText = ({ payer }: Return, reader: 'buyer' | 'seller'): string =>
  payer === reader ? 'You pay the return shipping.' : `The ${payer} pays the return shipping.`

/** Carrier and tracking number of the parcel, with a link if the carrier is known. Renders nothing before the item is sent. */
export const ReturnTracking = ({ returned: { tracking } }: { returned: Return }) =>
  tracking.number ? (
    <p>
      Tracking: {tracking.carrier} <TrackingNumber tracking={tracking} />
    </p>
  ) : null

/** The tracking number of a parcel, with a link if the carrier is known. */
export const TrackingNumber = ({ tracking: { number, url } }: { tracking: { number: string | null; url: string | null } }) =>
  url ? (
    <a href={url} rel="noreferrer">
      {number}
    </a>
  ) : (
    <>{number}</>
  )

/** The seller's objection to the returned item, with its photos. */
export const ReturnContest = ({ returned: { contest } }: { returned: Return }) =>
  contest ? (
    <>
      <p class="said">The seller wrote about the returned item: {contest.body}</p>
      <EvidencePhotos photos={contest.photos} alt={(number) => `Photo ${number} of the returned item`} />
    </>
  ) : null

/** Photos that the buyer or the seller sent about an order. Each links to its full size. */
export const EvidencePhotos = ({ photos, alt }: { photos: readonly string[]; alt: (number: number) => string }) => (
  <ul class="evidence" role="list">
    {photos.map(localPath).map((url, index) => (
      <li>
        <a href={url}>
          <img src={url} alt={alt(index + 1)} width={96} height={96} loading="lazy" />
        </a>
      </li>
    ))}
  </ul>
)
