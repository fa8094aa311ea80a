/**
 * The tabs of one browser show the same desk: an action with this mark is applied in all of them
 * (docs/rules.md §16).
 */
export const forEveryTab = { everyTab: true } as const

interface TabMessage {
  readonly type: string
  readonly payload?: unknown
}

const channelName = 'aitai'
let channel: BroadcastChannel | null = null

/** Whether an action was made here and is shared; one from another tab is not. */
export const isForEveryTab = (action: unknown): action is TabMessage =>
  (action as { meta?: { everyTab?: unknown } }).meta?.everyTab === true

/** Sends an action to the other tabs. Does nothing before `joinTabs` and in a browser without channels. */
export function broadcastToTabs({ type, payload }: TabMessage): void {
  channel?.postMessage({ type, payload })
}

/** Applies shared actions of the other tabs until left. */
export function joinTabChannel(dispatch: (action: TabMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const joined = new BroadcastChannel(channelName)
  joined.onmessage = ({ data }: MessageEvent<TabMessage>) =>
    dispatch({ type: data.type, payload: data.payload })
  channel = joined
  return () => {
    joined.close()
    if (channel === joined) channel = null
  }
}

/**
 * Runs something that only one tab should do, such as a sound: the first tab wins, while others may still
 * try.
 */
export async function onceAmongTabs(name: string, act: () => void): Promise<void> {
  // Pages without TLS have no locks, so each tab does it.
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return act()
  await locks.request(`${channelName} ${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((later) => setTimeout(later, heldFor))
  })
}

/** Longer than the same push can take to reach another tab, in milliseconds. */
const heldFor = 3_000

const frontLock = `${channelName} in front`

/**
 * Tells the other tabs while this window is visible and focused, until left: a popup in one tab makes a
 * notification from another one unnecessary.
 */
export function announceFocus(): () => void {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return () => undefined
  let whileFront = new AbortController()
  const becomeFront = (): void => {
    whileFront.abort()
    whileFront = new AbortController()
    const { signal } = whileFront
    const untilLeft = () => new Promise<void>((left) => signal.addEventListener('abort', () => left()))
    // Shared, because two windows may change over in either order; an abort before it is acquired is not an
    // error.
    locks.request(frontLock, { mode: 'shared', signal }, untilLeft).catch(() => undefined)
  }
  const leave = (): void => whileFront.abort()
  addEventListener('focus', becomeFront)
  addEventListener('blur', leave)
  if (document.hasFocus()) becomeFront()
  return () => {
    removeEventListener('focus', becomeFront)
    removeEventListener('blur', leave)
    leave()
  }
}

/** Whether this window or another tab of the same desk has the focus. */
export async function isAnyTabFocused(): Promise<boolean> {
  if (document.hasFocus()) return true
  const locks = globalThis.navigator?.locks as LockManager | undefined
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name === frontLock)
}
