/** What was typed and is not on the server yet: where it began, and what it is now. */
export type Unsaved = Record<string, { was: string; value: string }>

const keyFor = (address: string): string => `unsaved ${new URL(address).pathname}`

/** Kept in this browser until it is saved, so that no reload and no dead battery loses it. */
export function keepUnsaved(address: string, all: Unsaved): void {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(keyFor(address))
    else localStorage.setItem(keyFor(address), JSON.stringify(all))
  } catch {
    // a browser that keeps nothing: the page itself still holds it
  }
}

export function keptFrom(address: string): Unsaved {
  try {
    return JSON.parse(localStorage.getItem(keyFor(address)) ?? '{}') as Unsaved
  } catch {
    return {}
  }
}
