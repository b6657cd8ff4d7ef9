import type { Context, Person } from '#platform/context/index.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { api, call, type ChatMessage, type HelperRecord, type Listing, type ResearchRun, type Take } from '#web/framework/page/index.ts'
import { ChatTab } from './editor-chat.tsx'
import { chatOf, HELP_TABS, lastRun, takesOf, type HelpTab } from './editor-help.ts'
import { ResearchTab } from './editor-research.tsx'
import { WordsTab } from './editor-copywriter.tsx'

/** Data for the helper panel: the open tab, its records, and the state of its helper. */
export type Help = {
  tab: HelpTab
  state: HelperRecord
  run: ResearchRun | null
  takes: readonly Take[]
  /** The selected take (generated version). Default: the newest take. */
  take: Take | undefined
  chat: readonly ChatMessage[]
  /** A chat message that could not be sent. */
  message: string | undefined
}

const LABELS = { research: 'Price research', words: 'Writing help', chat: 'Chat' } as const
const NAMES = { research: 'research', words: 'words', chat: 'listing_agent' } as const

type HelperQuery = { tab: string | undefined; take: string | undefined; message: string | undefined }

/** Reads only the records for the open tab. */
export async function readHelp(ctx: Context, viewer: Person, { id }: Listing, query: HelperQuery): Promise<Help> {
  const tab = HELP_TABS.find((one) => one === query.tab) ?? 'research'
  const [helpers, run, takes, chat] = await Promise.all([
    call(ctx, viewer, api.listHelpers),
    tab === 'research' ? lastRun(ctx, viewer, id) : null,
    tab === 'words' ? takesOf(ctx, viewer, id) : [],
    tab === 'chat' ? chatOf(ctx, viewer, id) : [],
  ])
  const state = helpers.data.find(({ name }) => name === NAMES[tab])!
  return { tab, state, run, takes, take: takes.find((one) => one.id === query.take) ?? takes[0], chat, message: query.message }
}

type PanelProps = { viewer: Person; listing: Listing; help: Help; now: Date }

/** The helper panel next to the form. On a narrow screen, the panel is a drawer that a URL opens. */
export const HelperPanel = ({ viewer, listing, help, now }: PanelProps) => (
  <section
    class="helper-panel"
    id="help"
    aria-label="Helpers"
    data-island="help"
    data-poll={help.run?.status === 'running' ? 'true' : undefined}
  >
    <div class="helper-head">
      <Tabs
        label="Helpers"
        tabs={HELP_TABS.map((id) => ({
          href: `/app/listings/${listing.id}?help=${id}#help`,
          label: LABELS[id],
          current: id === help.tab,
        }))}
      />
      <a class="button small quiet helper-closer" href="#about">
        Close
      </a>
    </div>
    {help.tab === 'research' ? (
      <ResearchTab viewer={viewer} listing={listing} run={help.run} state={help.state} now={now} />
    ) : help.tab === 'words' ? (
      <WordsTab viewer={viewer} listing={listing} takes={help.takes} take={help.take} state={help.state} />
    ) : (
      <ChatTab viewer={viewer} listing={listing} chat={help.chat} state={help.state} notice={help.message} />
    )}
  </section>
)
