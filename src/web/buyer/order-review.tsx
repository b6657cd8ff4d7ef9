import { REVIEW_DAYS } from '#catalog/reviews/rules.ts'
import { Button, Check, Choices, Form, Section, Stars, TextArea, Time } from '#web/ui/index.ts'
import { type PageRequest, type Order, problemAt, type Review } from '#web/framework/page/index.ts'

type Props = { at: PageRequest; order: Order; review: Review | null }

const RATINGS = [
  [5, '5 stars: loved it'],
  [4, '4 stars: good'],
  [3, '3 stars: fine'],
  [2, '2 stars: not great'],
  [1, '1 star: bad'],
] as const

/** The buyer's review with the seller's reply. If the order has ended without a review, shows the review form. */
export const OrderReview = ({ at: { ctx, viewer, typed, problem }, order, review }: Props) => {
  if (review)
    return (
      <Section id="review" title="Your review">
        <p>
          <Stars rating={review.rating} />{' '}
          <span class="small quiet">
            <Time at={review.created_at} now={ctx.now()} />
          </span>
        </p>
        {review.body ? <p class="said">{review.body}</p> : null}
        {review.reply ? (
          <p class="said">
            {order.shop.name} replied: {review.reply.body}
          </p>
        ) : null}
      </Section>
    )
  if (order.status !== 'completed' && order.status !== 'refunded') return null
  const ended = order.timeline.findLast(({ status }) => status === order.status)
  if (ended && ctx.now().getTime() > Date.parse(ended.at) + REVIEW_DAYS * 86_400_000) return null
  return (
    <Section id="review" title="Write a review">
      <Form class="form wide" action={`/you/orders/${order.id}`} viewer={viewer} label="Review">
        <Choices name="rating" label="Rating" problem={problemAt(problem, 'rating')}>
          {RATINGS.map(([value, label]) => (
            <Check name="rating" type="radio" value={String(value)} label={label} checked={typed['rating'] === String(value)} />
          ))}
        </Choices>
        <TextArea
          name="body"
          label="Review (optional)"
          hint={`Your review will appear in the shop with your first name. You can write a review for ${REVIEW_DAYS} days after the order ends.`}
          rows={4}
          maxlength={2000}
          value={typed['do'] === 'review' ? (typed['body'] ?? '') : ''}
          problem={problemAt(problem, 'body')}
        />
        <div>
          <Button kind="dark" do="review" label="Publish review" />
        </div>
      </Form>
    </Section>
  )
}
