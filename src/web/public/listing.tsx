import type { Context, Person, Core } from '#platform/context/index.ts'
import { depositFor } from '#commerce/holds/rules.ts'
import { plainAmount } from '#core/format/money.ts'
import { merchantFacts } from '#catalog/product-feed/rules.ts'
import { listedText } from '#core/format/relative-time.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import type { BundleTier } from '#core/bundle.ts'
import { shipsToText } from '#core/ships-to.ts'
import { firstSentence, paragraphs } from '#core/text.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { isInStock, type Card as ListingCard, type Detail } from '#catalog/browse/index.ts'
import type { Trust } from '#catalog/stores/index.ts'
import { Badge, Notice } from '#web/ui/badge.tsx'
import { Button, ButtonLink, FollowButton, forWhom, ShareButton } from '#web/ui/button.tsx'
import { Grid, Like } from '#web/ui/card.tsx'
import { Gallery } from '#web/ui/gallery.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { For, type Audiences, Section } from '#web/ui/parts.tsx'
import { ShippingNote, TotalPrice } from '#web/ui/price.tsx'
import { Form } from '#web/ui/form.tsx'
import { Avatar, Away, TrustLine } from '#web/ui/shop.tsx'
import { Facts } from '#web/ui/table.tsx'
import { Timestamp, Time } from '#web/ui/time.tsx'
import { SimilarItems } from './similar.tsx'
import { breadcrumbJsonLd, productJsonLd, type Rating } from './json-ld.ts'
import type { Card } from '#web/ui/layouts/document.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { categoryPath, audiencesOf, pathIn, ROUTES } from '#web/framework/routes.ts'
import { priceText, tiersText } from '#web/framework/format.ts'
import type { Question } from '#web/framework/page/records.ts'
import { siteOf } from '#web/framework/site.ts'

type Seller = { picture: string | null; rating: Rating; trust: Trust; since: Date; tiers: readonly BundleTier[] }

/**
 * `viewer`: the owner of a test listing. `offered`: the viewer has an open offer on the listing. `reserved`: the listing is reserved for
 * the viewer.
 */
type ListingProps = {
  ctx: Context
  detail: Detail
  questions: readonly Question[]
  others: readonly ListingCard[]
  seller: Seller
  known?: Known
}
type Known = { viewer: Person; offered: boolean; reserved: boolean; invited: Invited | null }

/** An invitation to buy the listing for less: the price as displayed, and the expiry time (ISO 8601). */
type Invited = { price: string; until: string }

/** A listing at its public URL. `others`: more listings from the shop, or similar listings if this listing is sold. */
export const ListingPage = ({ ctx, detail, questions, others, seller, known }: ListingProps) => {
  const { shop, category } = detail
  return (
    <Layout
      site={siteOf(ctx)}
      tone={shop.tone}
      title={`${detail.title} · ${shop.name}`}
      {...(known ? { viewer: known.viewer } : headOf(ctx, detail))}
      listing={detail.id}
      bag={known ? undefined : shop.slug}
    >
      <nav aria-label="Breadcrumb">
        <ol class="crumbs">
          <li>
            <a href={pathIn(shop, '/')}>{shop.name}</a>
          </li>
          {category && isMarket(category) ? (
            <li>
              <a href={`${ctx.config.publicUrl}${categoryPath(category)}`}>{category}</a>
            </li>
          ) : null}
        </ol>
      </nav>
      <Item ctx={ctx} detail={detail} questions={questions} seller={seller} {...(known ? { known } : {})} />
      <Others
        ctx={ctx}
        cards={others}
        returnTo={pathIn(shop, `/${detail.link}`)}
        viewer={known?.viewer}
        title={detail.status === 'sold' ? 'Similar items' : `More from ${shop.name}`}
      />
      {known || detail.status === 'sold' ? null : <SimilarItems detail={detail} />}
    </Layout>
  )
}

function headOf(ctx: Core, detail: Detail) {
  const address = detail.url!
  return {
    description: shareText(detail),
    canonical: address,
    card: cardOf(ctx, detail, address),
    jsonLd: [productJsonLd(ctx, detail), breadcrumbJsonLd(ctx, detail)],
  }
}

/** Description for link previews. It is never empty. */
const shareText = ({ oneLiner, description, priceCents, shop }: Detail): string =>
  oneLiner ?? firstSentence(description) ?? `${priceText(priceCents!)}, from ${shop.name}.`

const cardOf = (ctx: Core, detail: Detail, address: string): Card => {
  const { condition, brand } = merchantFacts({ title: detail.title!, category: detail.category, lines: detail.details })
  return {
    url: `${address}/og.png`,
    alt: `${detail.title}, from ${detail.shop.name}`,
    type: 'product',
    facts: {
      'product:price:amount': plainAmount(detail.priceCents!),
      'product:price:currency': 'USD',
      'product:availability': isInStock(ctx, detail) ? 'in stock' : 'out of stock',
      'product:condition': condition,
      'product:retailer_item_id': detail.id,
      ...(brand === null ? {} : { 'product:brand': brand }),
      ...(detail.category === null ? {} : { 'product:category': detail.category }),
    },
  }
}

type OthersProps = { ctx: Context; cards: readonly ListingCard[]; title: string; returnTo?: string; viewer?: Person | undefined }

/** A row of listing cards at the bottom of a page. Renders nothing if there are no listings. */
export const Others = ({ ctx, cards, title, returnTo, viewer }: OthersProps) =>
  cards.length === 0 ? null : (
    <Section id="others" title={title} className="section">
      <Grid ctx={ctx} cards={cards} viewer={viewer} below {...(returnTo === undefined ? {} : { returnTo })} />
    </Section>
  )

type ItemProps = { ctx: Context; detail: Detail; questions: readonly Question[]; seller?: Seller; known?: Known }

/** A listing as buyers see it. Omits the missing fields of a draft. If `seller` is missing, the page is a preview for the owner. */
export const Item = ({ ctx, detail, questions, seller, known }: ItemProps) => {
  const { priceCents, wasCents, shipping, shop, details } = detail
  const isSold = detail.status === 'sold'
  const audiences = known && [
    ...audiencesOf(known.viewer, detail.seller.id),
    known.offered ? 'offered' : 'unoffered',
    known.reserved ? 'reserved' : 'unreserved',
    known.invited ? 'invited' : 'uninvited',
  ]
  const story = paragraphs(detail.description)
  return (
    <article class="item">
      <Gallery ctx={ctx} detail={detail} />
      <div class="about">
        <h1>{detail.title ?? 'Untitled draft'}</h1>
        {detail.oneLiner ? <p class="lead">{detail.oneLiner}</p> : null}
        {priceCents === null ? (
          <p class="quiet">No price yet.</p>
        ) : (
          <TotalPrice priceCents={priceCents} wasCents={wasCents} shipping={shipping} sold={isSold} />
        )}
        {priceCents === null || isSold ? null : <ShippingNote shipping={shipping} />}
        {isSold || shipping.kind === 'pickup' ? null : <p class="small">{shipsToText(detail.shipsTo)}</p>}
        {isSold ? (
          <Notice means="plainly">
            <strong>
              Sold on <Timestamp at={detail.soldAt!} form="day" />
            </strong>
            <span>Follow the shop to see new items.</span>
          </Notice>
        ) : null}
        {seller ? (
          <For parts="owner" audiences={audiences}>
            {(whom) => <Yours ctx={ctx} id={detail.id} whom={whom} />}
          </For>
        ) : (
          <Yours ctx={ctx} id={detail.id} whom={undefined} />
        )}
        {isReserved(detail, ctx.now()) ? <Reserved ctx={ctx} detail={detail} audiences={seller ? audiences : ['unreserved']} /> : null}
        {detail.status === 'live' ? <Away until={shop.awayUntil} now={ctx.now()} /> : null}
        {seller && detail.status === 'live' ? (
          <For parts="stranger other" audiences={audiences}>
            {(whom) => (
              <Buy
                ctx={ctx}
                detail={detail}
                tiers={seller.tiers}
                whom={whom}
                audiences={audiences}
                viewer={known?.viewer}
                invited={known?.invited}
              />
            )}
          </For>
        ) : null}
        <div class="seller">
          <a href={`${ctx.urls.shop(shop.slug, shop.tenant)}/`}>
            <Avatar name={shop.name} picture={seller?.picture ?? null} />
            <span>
              <strong>{shop.name}</strong>
              <span class="small">Sold by {detail.seller.name}</span>
              {seller ? <TrustLine rating={seller.rating} trust={seller.trust} since={seller.since} /> : null}
            </span>
          </a>
          {seller && !known ? (
            <Form
              action={`${ctx.config.publicUrl}${ROUTES.follow(shop.slug)}`}
              returnTo={`/${detail.link}`}
              island="tap"
              whom="stranger other"
            >
              <FollowButton following={false} kind="small" />
            </Form>
          ) : null}
        </div>
        {details.length > 0 ? <Facts caption="Details" rows={details.map(({ label, value }) => [label, value] as const)} /> : null}
        {story.length > 0 ? (
          <div class="prose">
            {story.map((paragraph) => (
              <p dir="auto">{paragraph}</p>
            ))}
          </div>
        ) : null}
        <Questions questions={questions} />
        {detail.publishedAt ? (
          <p class="small quiet">
            <Time at={detail.publishedAt} now={ctx.now()} text={listedText(detail.publishedAt, ctx.now())} />
          </p>
        ) : null}
        {seller && !known ? (
          <p>
            <ShareButton at={`${ctx.config.publicUrl}${ROUTES.shareListing(detail.id)}`} />
          </p>
        ) : null}
        {detail.status === 'live' && !known ? <Safety ctx={ctx} id={detail.id} /> : null}
      </div>
    </article>
  )
}

const Questions = ({ questions }: { questions: readonly Question[] }) =>
  questions.length === 0 ? null : (
    <Section id="questions" title="Questions and answers">
      {questions.map(({ question, answer }) => (
        <div class="stack tight">
          <strong dir="auto">{question}</strong>
          {paragraphs(answer).map((paragraph) => (
            <p dir="auto">{paragraph}</p>
          ))}
        </div>
      ))}
    </Section>
  )

/** Links for the listing's owner. On the public page, a script shows them. */
const Yours = ({ ctx, id, whom }: { ctx: Context; id: string; whom: string | undefined }) => (
  <div class="yours" {...forWhom(whom)}>
    <span>This is your listing.</span>
    <ButtonLink kind="dark" icon="pencil" rel="nofollow" href={ctx.urls.edit(id)} label="Edit" />
  </div>
)

/** Only the buyer who reserved the listing can buy it. */
const Reserved = ({ ctx, detail, audiences }: { ctx: Context; detail: Detail; audiences: Audiences }) => (
  <>
    <For parts="stranger unreserved" audiences={audiences}>
      {(whom) => (
        <div class="stack" {...forWhom(whom)}>
          <Notice means="plainly">
            <strong>
              Reserved until <Timestamp at={detail.reservedUntil!} /> at the latest
            </strong>
            <span>If the buyer does not pay by then, the item will go back on sale.</span>
          </Notice>
        </div>
      )}
    </For>
    <For parts="reserved" audiences={audiences}>
      {(whom) => (
        <div class="stack" {...forWhom(whom)}>
          <Notice means="ok">
            <strong>
              Reserved for you until <Timestamp at={detail.reservedUntil!} />
            </strong>
          </Notice>
          <p class="actions bottom-bar">
            <ButtonLink kind="dark" rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.buy(detail.id)}`} label="Buy" />
          </p>
        </div>
      )}
    </For>
  </>
)

type InvitationProps = { href: string; whom: string | undefined; invited: Invited | null }

/** An invitation to buy the listing for less. On the public page, a script fills in the invitation's price and expiry time. */
const Invitation = ({ href, whom, invited }: InvitationProps) => (
  <div class="stack" {...forWhom(whom)}>
    <Notice means="ok">
      <strong>
        Offered to you for <span data-invited="price">{invited?.price}</span> until{' '}
        <span data-invited="until">{invited ? <Timestamp at={invited.until} /> : null}</span>
      </strong>
    </Notice>
    <p class="actions">
      <ButtonLink kind="dark" rel="nofollow" href={href}>
        Take it for <span data-invited="price">{invited?.price}</span>
      </ButtonLink>
    </p>
  </div>
)

/**
 * Actions for buyers. They run on the main host, where the user has a session, and then return to the listing. Owners cannot buy their own
 * listings.
 */
type BuyProps = {
  ctx: Context
  detail: Detail
  tiers: readonly BundleTier[]
  whom: string | undefined
  audiences: Audiences
  viewer: Person | undefined
  invited: Invited | null | undefined
}

const Buy = ({ ctx, detail: listing, tiers, whom, audiences, viewer, invited }: BuyProps) => {
  const main = ctx.config.publicUrl
  // hides the buttons if the item is reserved or the shop is paused; the notices above the buttons give the reason
  const closed = isReserved(listing, ctx.now()) || isAway(listing.shop.awayUntil, ctx.now())
  return (
    <div class="buy" {...forWhom(whom)}>
      {closed ? null : (
        <For parts="invited" audiences={audiences}>
          {(those) => <Invitation href={`${main}${ROUTES.buy(listing.id)}`} whom={those} invited={invited ?? null} />}
        </For>
      )}
      <div class={closed ? 'actions' : 'actions bottom-bar'}>
        {closed ? null : (
          <ButtonLink kind="dark" rel="nofollow" href={`${main}${ROUTES.buy(listing.id)}`}>
            Buy <span class="number">· {priceText(wholeCents(listing))}</span>
          </ButtonLink>
        )}
        {listing.takesOffers && !closed ? (
          <>
            <For parts="stranger unoffered" audiences={audiences}>
              {(those) => <ButtonLink rel="nofollow" href={`${main}${ROUTES.offer(listing.id)}`} whom={those} label="Make an offer" />}
            </For>
            <For parts="offered" audiences={audiences}>
              {(those) => <ButtonLink rel="nofollow" href={`${main}${ROUTES.offer(listing.id)}`} whom={those} label="Your offer" />}
            </For>
          </>
        ) : null}
        <Like
          ctx={ctx}
          viewer={viewer}
          listing={listing}
          liked={viewer !== undefined && listing.liked}
          returnTo={pathIn(listing.shop, `/${listing.link}`)}
          class=""
        />
      </div>
      {listing.shipping.kind === 'sent' && !closed && !viewer ? (
        <>
          <Form class="actions" action={`${main}${ROUTES.bag(listing.shop.slug)}`} with={{ add: listing.id }}>
            <Button icon="plus" label="Add to bag" />
          </Form>
          {tiers.length > 0 ? <p class="small quiet">{tiersText(tiers)}.</p> : null}
        </>
      ) : null}
      <p>
        {listing.takesOffers && !closed ? <Badge means="tone">Open to offers</Badge> : null}{' '}
        <a class="ask" rel="nofollow" href={`${main}${ROUTES.ask(listing.id)}`}>
          <Icon name="chat" /> Ask a question
        </a>{' '}
        {listing.takesDeposit && !closed && (listing.priceCents ?? 0) > 0 ? (
          <a class="ask" rel="nofollow" href={`${main}${ROUTES.hold(listing.id)}`}>
            <Icon name="clock" /> Hold with a {priceText(depositFor(listing.priceCents!))} deposit
          </a>
        ) : null}
      </p>
    </div>
  )
}

const wholeCents = ({ priceCents, shipping }: Detail): number => priceCents! + (shipping.kind === 'sent' ? shipping.cents : 0)

const Safety = ({ ctx, id }: { ctx: Context; id: string }) => (
  <p class="safety" {...forWhom('stranger other')}>
    <Icon name="shield" />
    <span>
      Pay here: we hold the money until you confirm that everything is OK or until the deadline for reporting a problem has passed.{' '}
      <a href={`${ctx.config.publicUrl}/safety`}>Buyer protection</a> ·{' '}
      <a rel="nofollow" href={`${ctx.config.publicUrl}${ROUTES.report(id)}`}>
        Report this
      </a>
    </span>
  </p>
)

const isMarket = (category: string): boolean => (MARKET_CATEGORIES as readonly string[]).includes(category)
