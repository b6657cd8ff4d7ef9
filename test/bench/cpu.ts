import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * Seconds of processor time that this process, a service and a database server have used by now, with all their
 * children, ended ones too. On a busy machine this is what can be compared. Null where there is no /proc.
 */
export function cpuSeconds(service: number, postmaster: number): number | null {
  try {
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => statOf(Number(pid)))
      .filter((stat) => stat?.parent === postmaster || stat?.parent === service)
    const all = [...new Set([process.pid, service, postmaster])].map(statOf).concat(children)
    return all.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // parent, then user, system and both again for ended children, counted from the state, which comes first
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! + fields[13]! + fields[14]! }
  } catch {
    return null
  }
}
