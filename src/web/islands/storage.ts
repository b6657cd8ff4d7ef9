type Kind = 'localStorage' | 'sessionStorage'

// A browser may keep nothing: then even to ask for its storage throws.

/** What this browser has kept; null where it has not, or keeps nothing. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text in this browser, or takes it away; where it keeps nothing, the text lasts as long as the page. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) window[kind].removeItem(key)
    else window[kind].setItem(key, value)
  } catch {
    // it is there as long as the page
  }
}
