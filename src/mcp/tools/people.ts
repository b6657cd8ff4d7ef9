import { invalid } from '#platform/errors/index.ts'
import { pick, textOf, choiceOf, type Args, type CallEndpoint, type Tool } from '#mcp/shape/tool.ts'

const REPORT = ['reason', 'body'] as const
const STEPS = ['block', 'unblock', 'report'] as const
/** Operations for each kind of record, with the name of the path parameter. Without `block`, records of this kind can only be reported. */
const RECORDS = {
  thread: { param: 'id', block: 'blockThread', unblock: 'unblockThread', report: 'reportThread' },
  shop: { param: 'slug', block: 'blockStore', unblock: 'unblockStore', report: 'reportStore' },
  order: { param: 'id', block: 'blockOrder', unblock: 'unblockOrder', report: 'reportOrder' },
  listing: { param: 'id', report: 'reportListing' },
} as const
const NAMES = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

const id = { type: 'string' }
/** Reasons for reporting either kind of record. The endpoints check that the reason fits the record. */
const REASON = {
  type: 'string',
  description:
    'For a listing: counterfeit, prohibited, misleading, offensive or other. For a person: spam, threat, fake, off_site_payment, private_data or other.',
}

export const peopleTools: readonly Tool[] = [
  {
    name: 'block_or_report',
    title: 'Block or report a person, or report an item',
    description:
      'Send one of `thread`, `shop` (slug), `order` or `listing`; a listing can only be reported. A block stops messages, offers and orders between the two. The operator reads a report (`reason`, `body`). Ask the user first.',
    calls: NAMES.flatMap((name) => Object.entries(RECORDS[name]).flatMap(([step, call]) => (step === 'param' ? [] : [call]))),
    takes: { reportThread: ['body'] },
    own: { action: { enum: STEPS }, thread: id, shop: id, order: id, listing: id, reason: REASON },
    required: ['action'],
    gives: ['blockThread'],
    run: blockOrReport,
  },
]

function blockOrReport(args: Args, call: CallEndpoint): Promise<Record<string, unknown>> {
  const step = choiceOf(args, 'action', STEPS)
  const [name, ...others] = NAMES.filter((one) => args[one] !== undefined)
  if (name === undefined || others.length > 0) throw invalid('thread', `Send one of ${NAMES.join(', ')}.`)
  const { param, ...calls } = RECORDS[name]
  const id = step in calls ? calls[step as keyof typeof calls] : undefined
  if (id === undefined) throw invalid(name, `A ${name} can only be reported. To block its seller, send shop.`)
  return call(id, { params: { [param]: textOf(args, name) }, ...(step === 'report' ? { body: pick(args, REPORT) } : {}) })
}
