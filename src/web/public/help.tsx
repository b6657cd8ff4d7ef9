import type { Viewer } from '#web/framework/answer.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import type { Context, Core } from '#platform/context/index.ts'
import { isPageAddress } from '#platform/settings/index.ts'
import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { Table } from '#web/ui/table.tsx'
import { Plain } from '#web/ui/layouts/public.tsx'
import { siteOf } from '#web/framework/site.ts'

const feeText = (percent: number): string => (percent === 0 ? 'Free' : `${percent}% of the price`)

type Article = { title: string; description: string; body: (ctx: Context) => Child }

/** Help articles. They must match the service's behavior. */
export const ARTICLES: Readonly<Record<string, Article>> = {
  '/help': {
    title: 'Help',
    description: 'How buying, offers and shipping work, and what to do about problems.',
    body: ({ config }) => (
      <>
        <h2>Buying</h2>
        <p>
          Every card shows the price and the shipping cost. “Pickup only” means that you collect the item. “Ask about shipping” means that
          the price does not include shipping, so you and the seller agree on the shipping cost by message.
        </p>
        <h2>Offers</h2>
        <p>
          An offer is not a purchase until the seller accepts it. A shop’s helper can immediately answer a low offer with a counteroffer. A
          counteroffer is valid for 48 hours. The helper never accepts an offer or moves money. Only the owner can do that, or a program
          with the owner’s key. Payouts, and refunds for orders that were not shipped in time, are made automatically at fixed deadlines.
        </p>
        <h2>Questions</h2>
        <p>
          Ask on the item’s page. If the shop’s helper finds the answer in the details, it replies and says that it is a helper. Otherwise,
          your question goes to the owner. The owner can publish the question and the answer on the item’s page, without your name.
        </p>
        <h2>Problems with an order</h2>
        <p>
          Open your order and report the problem before your protection ends. The order shows the exact date. We hold your money until you
          confirm that everything is OK or until {PROTECTED_DAYS} days after you confirm that it arrived. If you do neither, we pay the
          seller {UNCONFIRMED_DAYS} days after shipping. Report a problem before then.
        </p>
        <h2>Returns</h2>
        <p>
          If you change your mind, you can return an item that matches its description only if the seller agrees. If an item never arrives
          or does not match its description, report the problem on the order, and we will refund you.
        </p>
        <h2>Selling</h2>
        <p>A shop needs a name. A listing needs a title and a price, and photos help it sell. Nothing is public until you press Publish.</p>
        <h2>Apps and AI assistants</h2>
        <p>
          A program or an assistant can do everything that you can do here. You choose which actions of an assistant need your approval. See
          the <a href={`${config.publicUrl}/docs`}>developer documentation</a>.
        </p>
      </>
    ),
  },
  '/safety': {
    title: 'Safe buying and selling',
    description: 'How payments are protected, and what to look out for.',
    body: ({ config }) => (
      <>
        <h2>Pay only here</h2>
        <p>
          We hold your payment until you confirm that everything is OK, or until the deadline for reporting a problem has passed. Money that
          you send in any other way is not protected.
        </p>
        <h2>Helpers never move money</h2>
        <p>
          A shop’s helper answers questions, and responds to offers with counteroffers according to the owner’s rules. It never accepts an
          offer or moves money. Only the owner can do that, or a program with the owner’s key. Payouts, and refunds for orders that were not
          shipped in time, are made automatically at fixed deadlines.
        </p>
        <h2>Your photos</h2>
        <p>We remove the location and camera data from every photo before anyone else sees it.</p>
        <h2>Reporting</h2>
        <p>
          You can report a listing, a shop, an order or a conversation. A person reads every report. If we send a warning, hide a listing or
          review, or suspend a shop or account, we give its owner the reason.
        </p>
        <h2>Blocking</h2>
        <p>
          To block a person, open their shop or a conversation with them. After that, you cannot send each other messages or offers, or buy
          from each other. Open orders continue. <a href={`${config.publicUrl}/you/blocked`}>See the people you have blocked</a>.
        </p>
        <p>
          See also <a href={`${config.publicUrl}/help`}>Help</a>.
        </p>
      </>
    ),
  },
  '/fees': {
    title: 'Fees',
    description: 'All fees in a table.',
    body: ({ settings }) => (
      <>
        <Table caption="All fees" columns={['Service', 'Paid by', { label: 'Fee', number: true }]}>
          {[
            ['Opening a shop', 'No one', 'Free'],
            ['Listing an item', 'No one', 'Free'],
            ['A sale', 'The seller', feeText(settings.current().feePercent)],
            ...Object.entries(settings.current().fees).map(([category, percent]) => [
              `A sale in ${category}`,
              'The seller',
              feeText(percent),
            ]),
            ['Shipping', 'The buyer', 'As shown on the listing'],
          ].map(([what, who, much]) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{who}</td>
              <td class="number">{much}</td>
            </tr>
          ))}
        </Table>
        <p>Each order keeps the fee that applied when it was placed.</p>
      </>
    ),
  },
  '/terms': {
    title: 'Terms',
    description: 'The rules of this marketplace in plain language.',
    body: () => (
      <>
        <p>
          These are the default rules of the software. The operator of this server must add their name, address and applicable law here
          before opening the marketplace to the public.
        </p>
        <ul>
          <li>List only items that you own and may sell. Describe them honestly, including their flaws.</li>
          <li>Ship each paid order by the date shown on the order, or cancel the order.</li>
          <li>Be respectful in messages: no threats, no spam, no deals outside this marketplace.</li>
          <li>
            If you break the rules, we may hide your listing or review, or suspend your shop or account. A person makes this decision. We
            tell you the reason, and you can appeal.
          </li>
          <li>You can export all your data and leave at any time, but you must finish open orders first.</li>
        </ul>
      </>
    ),
  },
  '/privacy': {
    title: 'Privacy',
    description: 'What data we store, which views we count, and which cookies we set.',
    body: () => (
      <>
        <h2>Stored data</h2>
        <p>
          We store what you type and upload, your orders, the time zone for your emails, and a log of requests, which we need to run the
          service. We store passwords only as hashes.
        </p>
        <h2>View counts</h2>
        <p>We count each listing’s views, once per visitor and day. We forget who the visitor was when the day is over.</p>
        <h2>Trackers and cookies</h2>
        <p>
          Our pages load nothing from other companies’ servers: no trackers, fonts or maps. We set cookies when you sign in, to keep you
          signed in and to recognize this browser. Other cookies store what you tapped or searched for before you signed in (15 minutes),
          the time zone for your emails (ten minutes), the result of your last action, to show it on the next page (30 seconds), the items
          in your bags (30 days), and the colours and shortcuts that you chose (a year). The list of recently viewed items stays in your
          browser.
        </p>
        <h2>Helpers</h2>
        <p>
          If this server uses an AI provider, it sends that provider the data that the helpers work on: drafts with their photos, questions,
          chats, and the title and amounts of an offer that gets a counteroffer. If search by meaning is on, it also sends search queries
          and the text of public listings. Without an AI provider, it sends none of this. If this server researches prices at other
          services, it sends them the name of the item.
        </p>
        <h2>Payments</h2>
        <p>
          If this server uses Stripe, you pay on Stripe’s page, and we never see your card. When you pay while signed in, we send Stripe
          your account’s id and your verified email address. Stripe stores the cards that you choose to save. You can remove them in your
          settings. When you close your account, Stripe deletes them.
        </p>
        <h2>Leaving</h2>
        <p>You can export everything and delete your account in your settings.</p>
      </>
    ),
  },
  '/offline': {
    title: 'No connection',
    description: 'The page that you see when you are offline.',
    body: () => (
      <p>
        We cannot reach the marketplace right now. Anything that you typed on other pages is still there. Try again when you are back
        online.
      </p>
    ),
  },
}

/**
 * Returns the operator's own terms or privacy notice. Returns null for any other article, or if the operator has not provided this text.
 */
const ownPage = ({ settings }: Core, path: string): string | null =>
  path === '/terms' ? settings.current().terms : path === '/privacy' ? settings.current().privacy : null

/** Returns the URL of the operator's own page if that page replaces the article, or null. */
export function addressOf(ctx: Core, path: string): string | null {
  const page = ownPage(ctx, path)
  return page !== null && isPageAddress(page) ? page : null
}

const ownText = (ctx: Core, path: string): Child =>
  ownPage(ctx, path)
    ?.split(/\n\s*\n/)
    .map((paragraph) => <p class="words">{paragraph}</p>)

type ArticleProps = { ctx: Context; path: string; article: Article; viewer?: Viewer | undefined }

export const ArticlePage = ({ ctx, path, article, viewer }: ArticleProps) => (
  <Plain
    site={siteOf(ctx)}
    viewer={viewer}
    title={article.title}
    description={article.description}
    canonical={`${ctx.config.publicUrl}${path}`}
  >
    <div class="prose">{ownText(ctx, path) ?? article.body(ctx)}</div>
  </Plain>
)
