import type { Context, Operator } from '#platform/context.ts'
import { presentOperatorReview } from '#people/operator/people/present.ts'
import { readReview } from '#people/operator/people/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { Badge, Notice } from '#web/components/badge.tsx'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { desk, sendDesk, type Failed } from './desk.tsx'
import { Row, Rows, sendTwoSided } from './listed.tsx'
import { Judge, person, Words } from './parts.tsx'
import type { Review } from './records.ts'

/** `/operator/reviews`: what buyers wrote, and what of it is hidden. */
export function mountReviews(app: App, ctx: Context): void {
  desk(app, ctx, '/operator/reviews', (c, operator) => sendList(ctx, c, operator))
  desk(
    app,
    ctx,
    '/operator/reviews/:id',
    (c, operator, failed) => sendOne(ctx, c, operator, failed),
    (c, operator, { do: what = '', reason = '' }) => {
      const params = { id: c.req.param('id')! }
      return what === 'show'
        ? { work: () => call(ctx, operator, 'unhideReview', { params }), to: '/operator/reviews', said: 'lifted' }
        : { work: () => call(ctx, operator, 'hideReview', { params, body: { reason } }), to: '/operator/reviews', said: 'hidden' }
    },
  )
}

const sendList = (ctx: Context, c: Call, operator: Operator): Promise<Response> =>
  sendTwoSided<Review>(ctx, c, operator, {
    current: 'reviews',
    title: 'Reviews',
    operation: 'listReviews',
    first: { label: 'All', query: {}, none: 'No reviews yet' },
    second: { show: 'hidden', label: 'Hidden', query: { hidden: 'true' }, none: 'No review is hidden' },
    icon: 'star',
    about: 'A review is hidden for what it says, never for how few stars it gives.',
    rows: (reviews) => (
      <Rows>
        {reviews.map(({ id, rating, body, listing, shop, buyer, hidden_at, created_at }) => (
          <Row
            href={`/operator/reviews/${id}`}
            title={`${rating} of 5 for ${listing.title}`}
            line={`${buyer.name} about ${shop.name}${body ? `: ${body}` : ''}`}
            at={created_at}
            now={ctx.now()}
          >
            {hidden_at ? <Badge means="bad">Hidden</Badge> : null}
          </Row>
        ))}
      </Rows>
    ),
  })

async function sendOne(ctx: Context, c: Call, operator: Operator, failed?: Failed): Promise<Response> {
  const review = presentOperatorReview(await readReview(ctx, operator, c.req.param('id')!))
  const action = `/operator/reviews/${review.id}`
  return sendDesk(ctx, c, operator, {
    current: 'reviews',
    title: `${review.rating} of 5 for ${review.listing.title}`,
    intro: review.shop.name,
    ...(review.hidden_at ? { actions: <Badge means="bad">Hidden</Badge> } : {}),
    failed,
    children: (
      <div class="stack">
        <Words by={person(review.buyer)} at={review.created_at} now={ctx.now()}>
          {review.body || 'Stars alone.'}
        </Words>
        {review.reply ? (
          <div>
            <p class="small quiet">The seller replied</p>
            <blockquote>{review.reply}</blockquote>
          </div>
        ) : null}
        {review.hidden_at ? (
          <>
            <Notice>Hidden: {review.hidden_reason}</Notice>
            <Form action={action} viewer={operator} label="Show it again">
              <Button kind="dark" name="do" value="show">
                Show it again
              </Button>
            </Form>
          </>
        ) : (
          <Judge
            action={action}
            operator={operator}
            label="Hide it"
            button="Hide it"
            hint="Whoever wrote it reads this, and can object."
            failed={failed}
            options={[{ value: 'hide', label: 'Hide it' }]}
          />
        )}
      </div>
    ),
  })
}
