/**
 * The tabs of one browser show one desk: what a person does in one of them, the others do too (rules 16,
 * quality U9). An action marked with this goes to all of them.
 */
export const forEveryTab = { everyTab: true } as const

interface Told {
  readonly type: string
  readonly payload?: unknown
}

const channelName = 'aitai'
let channel: BroadcastChannel | null = null

/** Whether an action was made here and is for every tab; one that was heard from another tab is not. */
export const isForEveryTab = (action: unknown): action is Told =>
  (action as { meta?: { everyTab?: unknown } }).meta?.everyTab === true

/** Tells the other tabs of an action. Before `joinTabs`, and in a browser without channels, nobody hears. */
export function broadcastToTabs({ type, payload }: Told): void {
  channel?.postMessage({ type, payload })
}

/** Does here what is done in the other tabs, until left. */
export function joinTabChannel(dispatch: (action: Told) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const joined = new BroadcastChannel(channelName)
  joined.onmessage = ({ data }: MessageEvent<Told>) => dispatch({ type: data.type, payload: data.payload })
  channel = joined
  return () => {
    joined.close()
    if (channel === joined) channel = null
  }
}

/**
 * Does what one tab alone should do, such as a sound: the first that asks gets to, for as long as the others
 * may still ask.
 */
export async function onceAmongTabs(name: string, act: () => void): Promise<void> {
  // Pages without TLS have no locks: then each tab does it.
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return act()
  await locks.request(`${channelName} ${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    act()
    await new Promise((later) => setTimeout(later, heldFor))
  })
}

/** Longer than the same push can take to another tab of this browser, in milliseconds. */
const heldFor = 3_000

const frontLock = `${channelName} in front`

/**
 * Lets the other tabs of this browser know while this window is the one looked at, until left: who sees the
 * popup in one tab needs no notice from the tab behind it.
 */
export function announceFocus(): () => void {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return () => undefined
  let front = new AbortController()
  const come = (): void => {
    front.abort()
    front = new AbortController()
    const { signal } = front
    const untilLeft = () => new Promise<void>((left) => signal.addEventListener('abort', () => left()))
    // Two windows may hand over in either order, so it is shared; an abort before it is held is no fault.
    locks.request(frontLock, { mode: 'shared', signal }, untilLeft).catch(() => undefined)
  }
  const leave = (): void => front.abort()
  addEventListener('focus', come)
  addEventListener('blur', leave)
  if (document.hasFocus()) come()
  return () => {
    removeEventListener('focus', come)
    removeEventListener('blur', leave)
    leave()
  }
}

/** Whether this window or another tab of this browser's desk is looked at now. */
export async function isAnyTabFocused(): Promise<boolean> {
  if (document.hasFocus()) return true
  const locks = globalThis.navigator?.locks as LockManager | undefined
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name === frontLock)
}
