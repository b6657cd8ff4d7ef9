import fc from 'fast-check'
import type { Lane } from './lane.ts'
import { Sequence, type Command, type Tally } from './sequence.ts'
import { VERBS, type Choice, type Verb } from './verbs.ts'

export const MOST_COMMANDS = 40

/** Relative probability of each action; the default is 1. Actions that start a workflow are chosen more often than actions that end one. */
const WEIGHTS: Partial<Record<Verb, number>> = {
  offer: 8,
  counter: 5,
  accept: 6,
  take: 4,
  invite: 6,
  takeInvitation: 5,
  withdrawInvitation: 2,
  buy: 9,
  guestBuy: 9,
  guestBundle: 9,
  joinGuest: 3,
  block: 5,
  unblock: 2,
  pay: 16,
  ship: 9,
  deliver: 5,
  report: 5,
  refund: 4,
  agree: 3,
  offerReturn: 5,
  agreeToReturn: 4,
  sendReturn: 4,
  receiveReturn: 4,
  contestReturn: 2,
  confirm: 4,
  review: 3,
  bundle: 8,
  payPurchase: 12,
  shipPurchase: 5,
  askHold: 4,
  payHold: 6,
  relist: 4,
  create: 1,
}

const verbs = fc.oneof(...(Object.keys(VERBS) as Verb[]).map((verb) => ({ weight: WEIGHTS[verb] ?? 1, arbitrary: fc.constant(verb) })))
const who = fc.oneof(
  { weight: 6, arbitrary: fc.constant('right' as const) },
  { weight: 1, arbitrary: fc.constantFrom('ann' as const, 'bob' as const, 'owner' as const, 'guest' as const) },
)
/**
 * In half of the choices, `verb` is a number that selects one of the actions that would succeed now. In the other half, `verb` is a random
 * action.
 */
const choice: fc.Arbitrary<Choice> = fc.record({ verb: fc.oneof(verbs, fc.nat(59)), who, at: fc.nat(4), n: fc.nat(11) })

/** An arbitrary for one kind of command, with its relative probability. */
const command = <K extends Command['kind'], F>(weight: number, kind: K, fields: { [P in keyof F]: fc.Arbitrary<F[P]> }) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: K } & F>,
})

const commands: fc.Arbitrary<Command> = fc.oneof(
  command(60, 'one', { choice }),
  command(6, 'cut', { choice, at: fc.integer({ min: 1, max: 25 }) }),
  command(10, 'together', {
    choices: fc.array(choice, { minLength: 2, maxLength: 3 }),
    alternates: fc.boolean(),
    work: fc.nat(4).map((n) => n === 4),
  }),
  command(7, 'time', {
    minutes: fc.constantFrom(1, 1, 5, 10, 16, 90, 90, 1_441, 1_441, 2_881, 4_321, 8 * 1_440, 15 * 1_440, 31 * 1_440),
  }),
  command(5, 'work', { cutAt: fc.option(fc.integer({ min: 1, max: 40 })) }),
  command(4, 'form', { at: fc.nat(2), good: fc.boolean() }),
  command(5, 'webhook', {
    at: fc.nat(4),
    times: fc.integer({ min: 1, max: 3 }),
    how: fc.constantFrom<'good' | 'forged' | 'old'>('good', 'good', 'good', 'forged', 'old'),
  }),
  command(1, 'webhooks', { seed: fc.nat(1_000) }),
  command(14, 'bank', {
    at: fc.nat(3),
    does: fc.constantFrom<'takes' | 'asks' | 'goes on' | 'won' | 'lost'>('takes', 'takes', 'asks', 'goes on', 'won', 'lost'),
  }),
  command(4, 'refund fails', { at: fc.nat(2), how: fc.constantFrom<'again' | 'by_hand' | 'later'>('again', 'by_hand', 'later') }),
  command(1, 'payout fails', { cents: fc.integer({ min: 100, max: 900 }) }),
  // restarts are rare, because each restart takes a quarter of a second
  { weight: 2, arbitrary: fc.nat(19).map((n): Command => ({ kind: n === 19 ? 'restart' : 'read' })) },
)

class Step implements fc.AsyncCommand<{ at: number }, Sequence> {
  readonly command: Command
  constructor(command: Command) {
    this.command = command
  }
  check(): boolean {
    return true
  }
  run(_model: { at: number }, sequence: Sequence): Promise<void> {
    return sequence.run(this.command)
  }
  toString(): string {
    return JSON.stringify(this.command)
  }
}

/**
 * Options of a run. After `mostSeconds`, no further sequence starts, but at least `least` sequences run. `path` and `replayPath` together
 * select one sequence; `replayPath` names the commands of the shrunk list that ran.
 */
export type Run = {
  seed: number
  runs: number
  path?: string | undefined
  replayPath?: string | undefined
  mostSeconds?: number
  least?: number
  shrinks?: boolean
}

/**
 * Runs sequences of up to 40 commands on the service in `lane`. After each command, the response and the records must match the model.
 * After each sequence, bin/audit.sql must find nothing, the provider's money records must match the service's, and the seller's sums must
 * agree.
 */
export async function checkSequences(lane: Lane, tally: Tally, run: Run) {
  const { seed, runs, path, replayPath, mostSeconds = 3_600, least = 1, shrinks = true } = run
  const replay = replayPath === undefined ? {} : { replayPath }
  const steps = fc.commands([commands.map((command) => new Step(command))], { maxCommands: MOST_COMMANDS, size: 'max', ...replay })
  const endsAt = performance.now() + mostSeconds * 1000
  let played = 0
  const play = async (
    sequence: Iterable<fc.AsyncCommand<{ at: number }, Sequence>>,
    scheduler: fc.Scheduler,
    weekday: number,
    disorder: number,
  ): Promise<void> => {
    if (played >= least && performance.now() > endsAt) return
    played++
    const at = new Sequence(lane, scheduler, tally)
    try {
      await at.begin(weekday, disorder % 3 === 0 ? 4 + (disorder % 4) : 0)
      await fc.asyncModelRun(() => ({ model: { at: 0 }, real: at }), sequence)
      await at.end(disorder)
    } catch (error) {
      throw new Error(`${(error as Error).message}\nwhat was done: ${at.done.join('; ')}`, { cause: error })
    }
  }
  const property = fc.asyncProperty(steps, fc.scheduler(), fc.nat(6), fc.nat(1_000), play)
  const details = await fc.check(property, {
    seed,
    numRuns: path === undefined ? runs : 1,
    ...(path === undefined ? {} : { path }),
    endOnFailure: !shrinks,
  })
  return { details, played }
}

/** Returns the options for `npm run model` that replay a failure. The options work on any machine. */
export function replayOptions(details: Awaited<ReturnType<typeof checkSequences>>['details']): string[] {
  const { seed, counterexamplePath, counterexample } = details
  const [, replayPath] = /replayPath="([^"]*)"/.exec(fc.stringify(counterexample?.[0])) ?? []
  return ['--seed', String(seed), '--path', String(counterexamplePath), ...(replayPath === undefined ? [] : ['--replay-path', replayPath])]
}
