import type { Viewer } from '#web/framework/answer.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { Table } from '#web/ui/table.tsx'
import { Plain } from '#web/ui/layouts/public.tsx'

type Article = { title: string; description: string; body: (ctx: Context) => Child }

/** Help articles. They must match what the service does. */
export const ARTICLES: Readonly<Record<string, Article>> = {
  '/help': {
    title: 'Help',
    description: 'How buying, offers, shipping and problems work.',
    body: ({ config }) => (
      <>
        <h2>Buying</h2>
        <p>
          Every card shows the price and what shipping adds. “Pickup only” means that you fetch it; “Ask about shipping” means that nothing
          is charged for it here: you and the seller agree on it by message.
        </p>
        <h2>Offers</h2>
        <p>
          An offer is not a purchase until the seller takes it. A shop’s helper may answer low offers with a counter at once; a counter
          stands for 48 hours. No helper of a shop ever accepts an offer or moves money. The owner does, or a program to which they gave a
          key. Paying out, and giving back what was not sent in time, follow fixed dates.
        </p>
        <h2>Questions</h2>
        <p>
          Ask on the page of the thing. Where the shop’s helper knows the answer from the details it answers, and says that it is a helper;
          otherwise your question goes to the owner.
        </p>
        <h2>When something is wrong</h2>
        <p>
          Open your order and tell us what is wrong before its protection ends. The exact date stands on the order. Your money is held until
          you say that all is good, or until {PROTECTED_DAYS} days after you say that it arrived. If you say nothing, the seller is paid{' '}
          {UNCONFIRMED_DAYS} days after sending it: report a problem before then.
        </p>
        <h2>Returns</h2>
        <p>
          What is as it was described is not taken back for a change of mind, unless its seller agrees. What never came, or is not what was
          described, is paid back: tell us on the order.
        </p>
        <h2>Selling</h2>
        <p>A shop takes a name. A listing takes a photo, a title and a price. Nothing is published before you press the button.</p>
        <h2>Programs and assistants</h2>
        <p>
          Everything here can also be done by a program of yours, or by an assistant, which asks you first for what you choose:{' '}
          <a href={`${config.publicUrl}/docs`}>for developers</a>.
        </p>
      </>
    ),
  },
  '/safety': {
    title: 'Safe buying and selling',
    description: 'How payments are protected, and what to look out for.',
    body: ({ config }) => (
      <>
        <h2>Pay here, never elsewhere</h2>
        <p>
          What is paid here is held until you say that all is good, or the time to object is over. Nobody can give that back to you for
          money that was sent another way.
        </p>
        <h2>Helpers never move money</h2>
        <p>
          A shop’s helper answers questions and counters offers by the owner’s rules. It never accepts an offer or moves money. The owner
          does, or a program to which they gave a key. Paying out, and giving back what was not sent in time, follow fixed dates.
        </p>
        <h2>Your photos</h2>
        <p>We take the place and the camera’s data out of every photo before anybody sees it.</p>
        <h2>Reporting</h2>
        <p>Each listing has a “Report this” link. A person reads reports, and whoever is hidden or suspended is told the reason.</p>
        <p>
          More under <a href={`${config.publicUrl}/help`}>Help</a>.
        </p>
      </>
    ),
  },
  '/fees': {
    title: 'Fees',
    description: 'All fees in one table.',
    body: ({ config }) => (
      <>
        <Table caption="All fees" columns={[{ label: 'What' }, { label: 'Who pays' }, { label: 'How much', number: true }]}>
          {[
            ['Opening a shop', 'Nobody', 'Nothing'],
            ['Listing a thing', 'Nobody', 'Nothing'],
            ['A sale', 'The seller', config.feePercent === 0 ? 'Nothing' : `${config.feePercent} % of the price`],
            ['Shipping', 'The buyer', 'As the card says'],
          ].map(([what, who, much]) => (
            <tr>
              <th scope="row">{what}</th>
              <td>{who}</td>
              <td class="number">{much}</td>
            </tr>
          ))}
        </Table>
        <p>An order keeps the fee of the moment when it was made.</p>
      </>
    ),
  },
  '/terms': {
    title: 'Terms',
    description: 'The rules of this marketplace in plain words.',
    body: () => (
      <>
        <p>
          These are the working rules of the software. Whoever runs this server adds their name, address and law here before opening it to
          the public.
        </p>
        <ul>
          <li>List only what you own and may sell, as it is, with its flaws.</li>
          <li>Ship what was paid within the time the order names, or cancel it.</li>
          <li>Be decent in messages. No threats, no spam, no deals outside.</li>
          <li>
            Who breaks the rules has a listing or review hidden, or a shop or the account suspended, by a person, with a reason and a way to
            object.
          </li>
          <li>You can take all your data with you and leave at any time; running orders are finished first.</li>
        </ul>
      </>
    ),
  },
  '/privacy': {
    title: 'Privacy',
    description: 'What is kept, what is counted, and what is not done.',
    body: () => (
      <>
        <h2>What is kept</h2>
        <p>
          What you type and upload, your orders, the time zone of your mails, and a log of requests for running the service. Passwords are
          kept as hashes only.
        </p>
        <h2>What is counted</h2>
        <p>Views of a listing, once for each visitor and day. Who the visitor was is forgotten when the day is over.</p>
        <h2>What is not done</h2>
        <p>
          No page asks another company’s server for anything: no trackers, no fonts, no maps. Cookies are set when you sign in, to keep you
          signed in and to know this browser again. Others keep what you tapped or searched for before you signed in (15 minutes), the time
          zone of your mails (ten minutes), what was just done, to say it on the next page (30 seconds), and the colours and shortcuts that
          you chose (a year).
        </p>
        <h2>Helpers</h2>
        <p>
          Where the server has a model’s key, that provider is sent what the helpers work on: drafts with their photos, questions, chats,
          and the title and amounts of an offer that is countered. Where it also searches by meaning, the provider is sent what people
          search for and what public listings say. Where it has no such key, it is sent nothing. Where the server looks up prices elsewhere,
          those services are asked for the name of the thing.
        </p>
        <h2>Leaving</h2>
        <p>You can export everything and delete your account in your settings.</p>
      </>
    ),
  },
  '/offline': {
    title: 'No connection',
    description: 'This page shows while there is no connection.',
    body: () => (
      <p>
        The marketplace cannot be reached at the moment. What you typed on other pages is still there; try again once you are back online.
      </p>
    ),
  },
}

type ArticleProps = { ctx: Context; path: string; article: Article; viewer?: Viewer | undefined }

export const ArticlePage = ({ ctx, path, article, viewer }: ArticleProps) => (
  <Plain
    site={ctx.config}
    viewer={viewer}
    title={article.title}
    description={article.description}
    canonical={`${ctx.config.publicUrl}${path}`}
  >
    <div class="prose">{article.body(ctx)}</div>
  </Plain>
)
