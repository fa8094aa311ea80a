import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { DesktopAgent, Listener } from '@finos/fdc3'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { findDesktopAgent } from './find-agent.ts'
import { equityNamedBy } from './instrument.ts'

interface Handlers {
  readonly equities: ReadonlyMap<string, Equity>
  /** Another program requested to show a security here. */
  readonly onOpen: (equity: Equity) => void
  /** Another program has moved to a security on the channel that it shares with this window. */
  readonly onFollow: (equity: Equity) => void
}

/** A locate, or any other question: it keeps the focus, and nothing from elsewhere may open beside it. */
const isAsking = (): boolean => document.querySelector('[role=alertdialog], [role=dialog]') !== null

const typing = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select'

/**
 * Enters what is typed in the field with the focus, as the way to the search would. At once, because the editor of
 * another security is about to take the place of this one, and would lose what is not stored by then.
 */
const leaveField = (): void => {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches(typing)) flushSync(() => field.blur())
}

/** Listens to other programs of the desktop. Returns the agent; null in a plain browser. */
export function useDesktopAgent({ equities, onOpen, onFollow }: Handlers): DesktopAgent | null {
  const [agent, setAgent] = useState<DesktopAgent | null>(null)
  const open = useEffectEvent((context: unknown) => {
    const equity = equityNamedBy(context, equities.values())
    if (!equity || isAsking()) return
    leaveField()
    onOpen(equity)
  })
  const follow = useEffectEvent((context: unknown) => {
    const equity = equityNamedBy(context, equities.values())
    if (equity && !isAsking() && !document.activeElement?.matches(typing)) onFollow(equity)
  })
  useEffect(() => {
    let isOver = false
    const listeners: Listener[] = []
    const keep = (listener: Listener): void => {
      if (isOver) void listener.unsubscribe()
      else listeners.push(listener)
    }
    // An agent may refuse either listener, for example an intent that its directory does not list for this app.
    const refused = (): void => {}
    void findDesktopAgent().then((found) => {
      if (found === null || isOver) return
      setAgent(found)
      found.addIntentListener('ViewInstrument', (context) => open(context)).then(keep, refused)
      found.addContextListener('fdc3.instrument', (context) => follow(context)).then(keep, refused)
    })
    return () => {
      isOver = true
      for (const listener of listeners) void listener.unsubscribe()
    }
  }, [])
  return agent
}
