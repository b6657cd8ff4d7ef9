import type { Context, Core } from '#platform/context/index.ts'
import { ofStore, cardsExpireAtMs } from '#catalog/browse/index.ts'
import * as market from '#catalog/browse/index.ts'
import type { Card } from '#catalog/browse/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { sendEncoded, sendPage, anonymousCaller, type Call } from '#web/framework/answer.ts'
import { lazyEncodedText } from '#web/framework/cached-text.ts'
import { ListingLink, markedNew } from '#web/ui/card.tsx'
import { SCRIPT_TEXTS, scriptPath } from '#web/styles/scripts.ts'
import { STYLESHEET } from '#web/styles/styles.ts'
import { siteOf } from '#web/framework/site.ts'

const [FEWEST, USUAL, MOST] = [1, 6, 24]

/**
 * `/embed` on a shop's host shows the shop's newest listings in frames on other sites. All links lead to the shop and open in a new tab.
 * `limit` is the number of listings. `scheme` is light or dark.
 */
export async function sendEmbed(ctx: Context, c: Call, slug: string): Promise<Response> {
  const { store, page } = await requireVisibleStore(ctx, anonymousCaller(c), slug)
  const cards = page === 'open' ? await market.shelf(ctx, anonymousCaller(c), store.id, { limit: limitOf(c.req.query('limit')) }) : []
  return sendPage(ctx, c, <EmbedPage ctx={ctx} store={store} cards={cards} scheme={schemeOf(c.req.query('scheme'))} />, {
    cache: 'public',
    cachePolicy: { subjects: ofStore(store), untilMs: cardsExpireAtMs(ctx, cards) },
    headers: frameHeaders(ctx),
  })
}

const limitOf = (value: string | undefined): number =>
  /^\d{1,2}$/.test(value ?? '') ? Math.min(MOST, Math.max(FEWEST, Number(value))) : USUAL

const schemeOf = (value: string | undefined): 'light' | 'dark' | undefined => (value === 'light' || value === 'dark' ? value : undefined)

/**
 * Returns the headers for the only page that other sites may embed in a frame. The page may run one of our scripts, but may not send
 * requests or forms.
 */
function frameHeaders(ctx: Core): Record<string, string> {
  const { origin } = new URL(ctx.config.publicUrl)
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${origin}${scriptPath('embed-frame')}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self' ${ctx.urls.media('')}`,
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors *',
    ].join('; '),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  }
}

type Store = Awaited<ReturnType<typeof requireVisibleStore>>['store']
type EmbedProps = { ctx: Context; store: Store; cards: readonly Card[]; scheme: 'light' | 'dark' | undefined }

const EmbedPage = ({ ctx, store, cards, scheme }: EmbedProps) => (
  <html lang="en" data-scheme={scheme}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={scheme ?? 'light dark'} />
      <title>{`${store.name} · ${siteOf(ctx).name}`}</title>
      <link rel="stylesheet" href={STYLESHEET.path} />
      <script type="module" src={`${ctx.config.publicUrl}${scriptPath('embed-frame')}`} />
    </head>
    <body class={`embedded tone-${store.tone}`}>
      <main id="embed">
        <h1>
          <a href={`${ctx.urls.shop(store.slug)}/`} target="_blank" rel="noopener">
            {store.name}
          </a>
        </h1>
        {cards.length === 0 ? <p class="quiet">Nothing is for sale in this shop at the moment.</p> : null}
        <ul class="grid">
          {cards.map((card) => (
            <li class="card">
              <ListingLink ctx={ctx} card={card} eager={false} marked={markedNew(ctx, cards).has(card)} newTab />
            </li>
          ))}
        </ul>
      </main>
    </body>
  </html>
)

/**
 * `/embed.js` on the main host: the script that adjusts the height of the frame. Its URL never changes, so caches revalidate it every hour.
 */
export const sendEmbedScript = (c: Call): Promise<Response> =>
  sendEncoded(c, script(), {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept-Encoding',
  })

const script = lazyEncodedText(() => SCRIPT_TEXTS['embed-host'])
