import type { Fault, Graph } from './imports.ts'
import { runs } from './rules.ts'

/** Files that call a model or use a model's output (spec: interface, Automated helpers). */
export const HELPERS = /^src\/(?:helpers|platform\/(?:models|comparables|catalog|browser))\//

/**
 * Matches the names of functions that commit or move money. `pay…` is a buyer's payment, which leads to `mark…Paid` and `owe…`. `payout…`
 * and `settle…` pay sellers.
 */
export const MONEY_VERB =
  /^(?:accept|mark(?:Free)?(?:Order|Hold)?Paid|oweBack|oweSeller|refund|release|pay|payout|payOut|settle|transfer|capture|charge|keepDeposit)(?=[A-Z]|$)/

/**
 * Modules that move money through exported functions whose names MONEY_VERB does not match. The check fails if a listed module does not
 * exist, so a renamed file cannot escape the check.
 */
export const MONEY_MODULES: readonly string[] = [
  'src/commerce/ledger/index.ts',
  'src/commerce/holds/keep.ts',
  'src/commerce/sale/mark-hold-paid.ts',
  'src/commerce/holds/use.ts',
  'src/commerce/sale/apply-charge.ts',
  'src/commerce/payments/attempt.ts',
  'src/commerce/sale/charge.ts',
  'src/commerce/sale/take-invitation.ts',
  'src/commerce/invitations/invite.ts',
  'src/commerce/sale/reconcile.ts',
]

/** Folders whose exports never move money, although some of the exported names match. */
export const NOT_MONEY: readonly string[] = ['src/platform/', 'src/core/']

/**
 * Returns the modules that move money: modules that export a function with a matching name, and the modules in `listed`. Throws if a listed
 * module does not exist.
 */
export function moneyModules(modules: readonly string[], read: (path: string) => string, listed = MONEY_MODULES): string[] {
  const gone = listed.filter((path) => !modules.includes(path))
  if (gone.length > 0) throw new Error(`MONEY_MODULES lists missing modules: ${gone.join(', ')}`)
  return modules.filter(
    (path) => listed.includes(path) || (!NOT_MONEY.some((start) => path.startsWith(start)) && exportsMoneyVerb(read(path))),
  )
}

const exportsMoneyVerb = (text: string): boolean => exportedNames(text).some((name) => MONEY_VERB.test(name))

function exportedNames(text: string): string[] {
  const declared = [...text.matchAll(/^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+([\w$]+)/gm)].map((match) => match[1]!)
  const listed = [...text.matchAll(/^export\s*\{([^}]*)\}/gm)].flatMap((match) =>
    match[1]!.split(',').map((name) => name.split(' as ').at(-1)!.trim()),
  )
  return [...declared, ...listed]
}

/**
 * Returns the chains of imports through which helper code could move money. No helper may accept an offer, refund, or release money (spec:
 * interface, Automated helpers 1).
 */
export function pathsToMoney(graph: Graph, money: readonly string[]): Fault[] {
  if (graph.modules.length === 0) throw new Error('No modules: nothing was checked.')
  return graph.modules.filter((path) => HELPERS.test(path)).flatMap((start) => pathFrom(graph, start, new Set(money)) ?? [])
}

/** Returns the shortest chain of imports from `start` to a module in `money`, or null if there is none. */
function pathFrom(graph: Graph, start: string, money: ReadonlySet<string>): Fault | null {
  const previous = new Map<string, string | null>([[start, null]])
  for (const path of previous.keys()) {
    if (money.has(path)) return chain(previous, path)
    for (const next of runs(graph, path)) if (!previous.has(next)) previous.set(next, path)
  }
  return null
}

function chain(previous: ReadonlyMap<string, string | null>, end: string): string {
  const before = previous.get(end)
  return before ? `${chain(previous, before)} → ${end}` : end
}
