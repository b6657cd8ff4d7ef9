import type { Operator } from '#platform/context/index.ts'
import { readPresentedReview } from '#admin/accounts/index.ts'
import { Badge, Button, Form, Notice, Row, Rows, Time } from '#web/ui/index.ts'
import { api, call, sendOperatorPage, type PageRequest } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { twoPane } from './two-pane.tsx'
import { HIDDEN, Judge, person, Quote } from './parts.tsx'

const listPage = twoPane({
  current: 'reviews',
  title: 'Reviews',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listReviews, { query }),
  first: { label: 'All', query: {}, none: 'No reviews yet' },
  second: { show: 'hidden', label: 'Hidden', query: { hidden: 'true' }, none: 'No hidden reviews' },
  icon: 'star',
  about: 'Hide a review only for what it says, never for a low rating.',
  rows: (reviews, now) => (
    <Rows>
      {reviews.map(({ id, rating, body, listing, shop, buyer, hidden_at, created_at }) => (
        <Row
          href={`/operator/reviews/${id}`}
          title={`${rating} of 5 for ${listing.title}`}
          line={`${buyer.name} on ${shop.name}${body ? `: ${body}` : ''}`}
          when={<Time at={created_at} now={now} />}
        >
          {hidden_at ? <Badge means="bad">Hidden</Badge> : null}
        </Row>
      ))}
    </Rows>
  ),
})

const onePage = adminPage({
  path: '/operator/reviews/:id',
  async form({ ctx, c, viewer }, { fields: { do: what = '', reason = '' } }) {
    const params = { id: c.req.param('id')! }
    const to = '/operator/reviews'
    if (what === 'show') {
      await call(ctx, viewer, api.unhideReview, { params })
      return { to, message: 'Review restored. We have notified its author.' }
    }
    await call(ctx, viewer, api.hideReview, { params, body: { reason } })
    return { to, message: HIDDEN }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const review = await readPresentedReview(ctx, operator, c.req.param('id')!)
  const action = `/operator/reviews/${review.id}`
  return sendOperatorPage(at, {
    current: 'reviews',
    title: `${review.rating} of 5 for ${review.listing.title}`,
    intro: review.shop.name,
    ...(review.hidden_at ? { actions: <Badge means="bad">Hidden</Badge> } : {}),
    children: (
      <div class="stack">
        <Quote by={person(review.buyer)} at={review.created_at} now={ctx.now()}>
          {review.body || 'This rating has no written review.'}
        </Quote>
        {review.reply ? (
          <div>
            <p class="small quiet">The seller replied</p>
            <blockquote>{review.reply}</blockquote>
          </div>
        ) : null}
        {review.hidden_at ? (
          <>
            <Notice>Hidden: {review.hidden_reason}</Notice>
            <Form action={action} viewer={operator} label="Show review">
              <Button kind="dark" do="show" label="Show review" />
            </Form>
          </>
        ) : (
          <Judge
            action={action}
            at={at}
            label="Hide review"
            button="Hide review"
            hint="The author will see the reason and can appeal."
            options={[{ value: 'hide', label: 'Hide review' }]}
          />
        )}
      </div>
    ),
  })
}

/** `/operator/reviews`: all reviews, including hidden reviews. */
export const REVIEW_PAGES = [listPage, onePage]
