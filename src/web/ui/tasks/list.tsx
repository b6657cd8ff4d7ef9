import type { Child } from '#web/framework/jsx/index.ts'
import type { OpenTask } from '#commerce/inbox/index.ts'
import { ButtonLink, Countdown, Icon, Sentence } from '#web/ui/index.ts'
import { shownIn, type Frame } from './badges.ts'
import { needText, taskCopy, type TaskCopy } from './copy.ts'

/** Overrides the wording of a task, or adds buttons that complete the task on this page. */
export type Special = (task: OpenTask, copy: TaskCopy) => { copy?: Partial<TaskCopy>; actions?: Child } | undefined

type ListProps = { tasks: readonly OpenTask[]; now: Date; special?: Special }

/** Open tasks, each with its main action, sorted by how much a missed deadline would cost. */
export const TaskList = ({ tasks, now, special }: ListProps) => (
  <ol class="tasks" role="list" aria-label="Tasks" data-island="tasks">
    {tasks.map((task) => (
      <TaskItem task={task} now={now} {...(special ? { special } : {})} />
    ))}
  </ol>
)

const TaskItem = ({ task, now, special }: { task: OpenTask; now: Date; special?: Special }) => {
  const usual = taskCopy(task)
  const { copy = {}, actions } = special?.(task, usual) ?? {}
  const { icon, what, more = lateOf(task), before, href, action } = { ...usual, ...copy }
  return (
    <li id={task.id} data-task={task.kind}>
      <Icon name={icon} />
      <div class="what">
        <p>
          <strong>
            <Sentence text={what} />
          </strong>
        </p>
        {task.until ? (
          <p class="small quiet">
            <Countdown at={task.until} now={now} before={before} over="Time is up" />
          </p>
        ) : null}
        {more ? <p class="small quiet">{more}</p> : null}
      </div>
      <div class="actions">{actions ?? <ButtonLink href={href} small kind="dark" label={action} />}</div>
    </li>
  )
}

const lateOf = ({ cost, late }: OpenTask): string | undefined => (cost === 'nothing' ? undefined : late)

const ELSEWHERE = { app: ['seller', '/app', 'See Today'], you: ['buyer', '/you', 'See your overview'] } as const

/** Links to the open tasks in the user's other role (buyer or seller). */
export const ElsewhereNote = ({ frame, tasks }: { frame: Exclude<Frame, 'operator'>; tasks: readonly OpenTask[] }) => {
  const [role, href, label] = ELSEWHERE[frame]
  const count = shownIn(frame, tasks).filter((task) => task.role === role).length
  return count === 0 ? null : (
    <p class="small">
      As a {role}: {needText(count).toLowerCase()} <a href={href}>{label}</a>
    </p>
  )
}
