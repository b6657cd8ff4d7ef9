// Limits the time of a shell script's step: node bin/limit.js SECONDS PID TITLE After that time, reports it and stops every process below
// PID except itself. Children of PID get SIGTERM, so that they can stop their own children. After a grace period, the remaining
// processes get SIGKILL. The script kills this process when its step is over. Plain JavaScript, because .ci/run also limits the
// step that installs Node 24, so an older Node may run it.
import { execFileSync } from 'node:child_process'

/** Milliseconds between SIGTERM and SIGKILL. Tests pass a shorter time. */
const GRACE_MS = Number(process.argv[5] ?? 15) * 1_000
// exits when the calling script has ended
const script = process.ppid
setInterval(() => process.ppid === script || process.exit(), 2_000)

const [seconds, pid, title] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]]

setTimeout(() => {
  console.log(`-- ${title}: stopped after its limit of ${seconds} s.`)
  const all = below(pid)
  for (const { id, parent } of all) if (parent === pid) end(id, 'SIGTERM')
  const endRest = () => {
    for (const { id } of all) end(id, 'SIGKILL')
    process.exit()
  }
  setTimeout(endRest, GRACE_MS)
  process.on('SIGTERM', endRest)
}, seconds * 1_000)

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
    // the process has already ended
  }
}
