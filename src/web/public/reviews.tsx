import { ratingText } from '#core/format/count.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { ListedStore } from '#catalog/stores/index.ts'
import { AppliedChip, Chips, Empty, Meter, Pager, Stars, Time } from '#web/ui/index.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { localPath, pathIn } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'
import type { StoreReviews } from '#web/framework/page/records.ts'
import { siteOf } from '#web/framework/site.ts'

type ReviewsProps = {
  ctx: Context
  store: ListedStore
  page: StoreReviews
  /** Number of reviews for each star rating, counted up to a limit. */
  stars: readonly { star: number; count: number }[]
  only: number | undefined
  next: string | null
  /** The shop's owner, as the viewer. Only the pages of test shops have a viewer. */
  viewer?: Person
}

/** A shop's reviews page. If there are no reviews, the page shows the number of sales instead. */
export const ReviewsPage = ({ ctx, store, page, stars, only, next, viewer }: ReviewsProps) => {
  const { rating, data: reviews } = page
  const most = Math.max(1, rating.count)
  return (
    <Layout
      site={siteOf(ctx)}
      tone={store.tone}
      title={`Reviews of ${store.name} · ${siteOf(ctx).name}`}
      {...(viewer
        ? { viewer }
        : {
            description: `What buyers say about ${store.name}.`,
            canonical: `${ctx.urls.shop(store.slug)}/reviews`,
            card: { url: `${ctx.urls.shop(store.slug)}/og.png`, alt: `The shop ${store.name} on ${siteOf(ctx).name}` },
            bag: store.slug,
          })}
    >
      <ol class="crumbs">
        <li>
          <a href={pathIn(store, '/')}>{store.name}</a>
        </li>
        <li>Reviews</li>
      </ol>
      <h1>Reviews</h1>
      {rating.count === 0 ? (
        <section class="section">
          <Empty icon="star" title="No reviews yet">
            <p>{store.sold === 0 ? 'No sales yet.' : `${counted(store.sold, 'sale')} so far.`}</p>
          </Empty>
        </section>
      ) : (
        <div class="reviews">
          <div class="average">
            <p class="display">{ratingText(rating.average)}</p>
            <p>
              <Stars rating={rating.average} /> <span class="quiet">from {counted(rating.count, 'review')}</span>
            </p>
            <div>
              {stars.map(({ star, count }) => (
                <Meter
                  label={<a href={pathIn(store, `/reviews?rating=${star}`)}>{counted(star, 'star')}</a>}
                  share={count / most}
                  value={String(count)}
                />
              ))}
            </div>
          </div>
          <div>
            {only === undefined ? null : (
              <Chips label="Active filters">
                <AppliedChip href={pathIn(store, '/reviews')}>{counted(only, 'star')}</AppliedChip>
              </Chips>
            )}
            {reviews.map((review) => (
              <article class="review">
                <p>
                  <Stars rating={review.rating} />{' '}
                  <span class="quiet">
                    {review.from}, <Time at={review.created_at} now={ctx.now()} />
                  </span>
                </p>
                <p>{review.body}</p>
                <p class="small quiet">
                  Bought <a href={localPath(review.listing.url)}>{review.listing.title}</a>
                </p>
                {review.reply === null ? null : (
                  <blockquote>
                    <strong>{store.name}:</strong> {review.reply.body}
                  </blockquote>
                )}
              </article>
            ))}
            {reviews.length === 0 ? <Empty title="No reviews with this rating" /> : null}
            <Pager next={next} more="Older reviews" />
          </div>
        </div>
      )}
    </Layout>
  )
}
