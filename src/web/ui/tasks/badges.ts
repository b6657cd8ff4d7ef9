import { TASKS, type TaskKind, type TaskRole } from '#core/tasks.ts'
import type { OpenTask } from '#commerce/inbox/index.ts'
import type { AppNavId, OperatorNavId, AccountNavId } from '#web/ui/layouts/signed-in.tsx'

/**
 * Task roles that each frame shows. Both the seller's app and the buyer's account show approvals for agents, because a user without a shop
 * can also have agents.
 */
export const ROLES_OF = { app: ['seller', 'owner'], you: ['buyer', 'owner'], operator: ['operator'] } as const satisfies Record<
  string,
  readonly TaskRole[]
>
export type Frame = keyof typeof ROLES_OF

type NavIds = { app: AppNavId; you: AccountNavId; operator: OperatorNavId }

/** For each kind of task, the entry in the navigation rail where the user completes such tasks. */
const NAV_ITEM_OF: Readonly<Record<TaskKind, string>> = {
  answer_cancelling: 'orders',
  ship_order: 'orders',
  hand_over_order: 'orders',
  answer_problem: 'orders',
  check_return: 'orders',
  receive_return: 'orders',
  answer_return: 'orders',
  send_return: 'orders',
  tell_about_sale: 'orders',
  answer_offer: 'offers',
  answer_message: 'messages',
  mend_account: 'payouts',
  mend_bank: 'payouts',
  open_account: 'payouts',
  finish_listing: 'listings',
  switch_on_webhook: 'developers',
  decide_approval: 'developers',
  confirm_order: 'orders',
  pay_rest: 'orders',
  pay_order: 'orders',
  use_hold: 'orders',
  pay_deposit: 'orders',
  answer_part: 'orders',
  write_review: 'orders',
  answer_counter: 'offers',
  read_message: 'messages',
  answer_bank: 'money',
  settle_case: 'money',
  decide_dispute: 'disputes',
  read_report: 'reports',
  answer_appeal: 'appeals',
} satisfies Record<TaskKind, AppNavId | AccountNavId | OperatorNavId>

/** For each frame, the navigation rail entry that leads to the list of all tasks. */
const HOME_OF = { app: 'today', you: 'overview', operator: 'overview' } as const

/** Returns the tasks that a frame shows, in display order. */
export const shownIn = (frame: Frame, tasks: readonly OpenTask[]): OpenTask[] =>
  tasks.filter(({ kind }) => (ROLES_OF[frame] as readonly TaskRole[]).includes(TASKS[kind].role))

/** For each entry in a frame's navigation rail, counts the open tasks. The frame's first page lists the same tasks. */
export function badgesOf<F extends Frame>(frame: F, tasks: readonly OpenTask[]): Partial<Record<NavIds[F], number>> {
  const shown = shownIn(frame, tasks)
  const counts: Record<string, number> = { [HOME_OF[frame]]: shown.length }
  for (const { kind } of shown) counts[NAV_ITEM_OF[kind]] = (counts[NAV_ITEM_OF[kind]] ?? 0) + 1
  return counts as Partial<Record<NavIds[F], number>>
}
