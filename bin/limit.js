// Ends what a script of the shell runs if that takes too long: node bin/limit.js SECONDS PID TITLE
// Waits that long, then says so and stops every process below PID but itself: those that PID started by SIGTERM, so that they end what
// they started, and after some seconds all that is left by SIGKILL. The script kills it when its step is over. Plain JavaScript, since
// .ci/run also has a limit for the step that installs Node 24.
import { execFileSync } from 'node:child_process'

/** After SIGTERM; a test names a shorter time. */
const GRACE_MS = Number(process.argv[5] ?? 15) * 1_000
// a script that was killed needs no limit any more
const script = process.ppid
setInterval(() => process.ppid === script || process.exit(), 2_000)

const [seconds, pid, title] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]]

setTimeout(() => {
  console.log(`-- ${title}: longer than its limit of ${seconds} s, so it is ended.`)
  const all = below(pid)
  for (const { id, parent } of all) if (parent === pid) end(id, 'SIGTERM')
  const endRest = () => {
    for (const { id } of all) end(id, 'SIGKILL')
    process.exit()
  }
  setTimeout(endRest, GRACE_MS)
  process.on('SIGTERM', endRest)
}, seconds * 1_000)

/** The processes below a process, this one left out. */
function below(top) {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const found = []
  for (const seen = [top]; seen.length > 0;) {
    const parent = seen.shift()
    for (const [id, of] of rows)
      if (of === parent && id !== process.pid) {
        found.push({ id, parent })
        seen.push(id)
      }
  }
  return found
}

function end(id, signal) {
  try {
    process.kill(id, signal)
  } catch {
    // it has ended
  }
}
