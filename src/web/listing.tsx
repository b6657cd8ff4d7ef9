import type { Context } from '#context.ts'
import { agoText, listedText } from '#domain/human-time.ts'
import { paragraphs } from '#domain/text.ts'
import { variantOf } from '#features/market/present.ts'
import type { Detail } from '#features/market/service.ts'
import { Blank, Picture } from './cards.tsx'
import { productJsonLd } from './json-ld.ts'
import { Layout } from './layout.tsx'
import { priceText, shippingText, totalText } from './words.ts'

/** A listing at its public address. */
export const ListingPage = ({ ctx, detail }: { ctx: Context; detail: Detail }) => {
  const { listing } = detail
  return (
    <Layout
      site={ctx.config}
      tone={listing.shop_tone}
      title={`${listing.title} · ${listing.shop_name}`}
      description={listing.one_liner ?? undefined}
      canonical={ctx.urls.listing(listing.shop_slug, listing.link!)}
      jsonLd={productJsonLd(ctx, detail)}
    >
      <p class="crumbs">
        <a href="/">{listing.shop_name}</a>
      </p>
      <Item ctx={ctx} detail={detail} />
    </Layout>
  )
}

/** Everything that a buyer sees of a listing; what a draft does not have yet is left out. */
export const Item = ({ ctx, detail }: { ctx: Context; detail: Detail }) => {
  const { listing } = detail
  const story = paragraphs(listing.description)
  return (
    <article class="item">
      <Gallery ctx={ctx} detail={detail} />
      <div class="words">
        <h1>{listing.title ?? 'Untitled draft'}</h1>
        {listing.one_liner ? <p class="lead">{listing.one_liner}</p> : null}
        <Cost detail={detail} />
        {listing.status === 'sold' ? (
          <p class="state">
            <span>
              Sold <time datetime={listing.sold_at!.toISOString()}>{agoText(listing.sold_at!, ctx.now())}</time>
            </span>
          </p>
        ) : null}
        {listing.status === 'live' && listing.take_offers ? <p class="quiet">Open to offers.</p> : null}
        {listing.fields.length > 0 ? (
          <table class="table">
            <caption class="hidden-text">Details</caption>
            <tbody>
              {listing.fields.map((field) => (
                <tr>
                  <th scope="row">{field.label}</th>
                  <td>{field.value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {story.length > 0 ? (
          <div class="story">
            {story.map((paragraph) => (
              <p>{paragraph}</p>
            ))}
          </div>
        ) : null}
        {listing.published_at ? (
          <p class="small quiet">
            <time datetime={listing.published_at.toISOString()}>{listedText(listing.published_at, ctx.now())}</time>
          </p>
        ) : null}
        <a class="seller" href={`${ctx.urls.shop(listing.shop_slug)}/`}>
          <strong>{listing.shop_name}</strong>
          <span class="small">Sold by {listing.owner_name}</span>
        </a>
      </div>
    </article>
  )
}

const Cost = ({ detail: { listing } }: { detail: Detail }) => {
  if (listing.price_cents === null) return <p class="quiet">No price yet.</p>
  const sold = listing.status === 'sold'
  const total = totalText(listing.price_cents, listing.shipping_cents)
  return (
    <div class="cost">
      <span class={sold ? 'price gone' : 'price'}>{priceText(listing.price_cents)}</span>
      {sold ? null : <p>{shippingText(listing.shipping_cents)}</p>}
      {sold || total === null ? null : <p class="total">{total}</p>}
    </div>
  )
}

const Gallery = ({ ctx, detail: { listing, photos, cover } }: { ctx: Context; detail: Detail }) => {
  const ordered = cover === null ? photos : [cover, ...photos.filter((photo) => photo !== cover)]
  const name = listing.title ?? 'Draft'
  return (
    <ol class={ordered.length === 0 ? 'gallery bare' : 'gallery'} tabindex={ordered.length > 1 ? 0 : undefined} aria-label="Photos">
      {ordered.length === 0 ? (
        <li>
          <Blank />
        </li>
      ) : null}
      {ordered.map((photo, index) => (
        <li>
          {photo.is_video ? (
            <video
              src={ctx.urls.media(variantOf(photo, 'large').key)}
              controls
              preload="metadata"
              aria-label={photo.alt ?? `Video of ${name}`}
            />
          ) : (
            <Picture
              ctx={ctx}
              photo={photo}
              alt={photo.alt ?? `${name}, photo ${index + 1}`}
              sizes="(max-width: 900px) 92vw, 780px"
              eager={index === 0}
            />
          )}
          {photo.source === 'web' ? <span class="flag">Stock picture</span> : null}
        </li>
      ))}
    </ol>
  )
}
