import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import type { LocateEntry } from '../locate-list.ts'
import type { Blotter } from './use-blotter.ts'

const pageSize = 10

const positions: Readonly<Record<string, (position: number, last: number) => number>> = {
  ArrowDown: (position, last) => Math.min(position + 1, last),
  ArrowUp: (position) => Math.max(position - 1, 0),
  PageDown: (position, last) => Math.min(position + pageSize, last),
  PageUp: (position) => Math.max(position - pageSize, 0),
  Home: () => 0,
  End: (_, last) => last,
}

export interface KeyActions {
  readonly rows: readonly LocateEntry[]
  readonly blotter: Blotter
  /** Marks an outcome as read. */
  onRead(id: string): void
  onLeave(): void
}

/**
 * The keys of the table: arrows choose a row and with Shift several, Space adds one, Control and A all of them; A
 * accepts and D declines the chosen ones, or the current one; Enter reads an outcome; Escape chooses none, then
 * leaves. Letters are taken as they are meant, also full width, and a key that is held answers once.
 */
export function pressInBlotter(event: KeyboardEvent<HTMLElement>, actions: KeyActions): void {
  if (isComposing(event) || event.altKey) return
  const key = event.key.normalize('NFKC').toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'a') return
    event.preventDefault()
    actions.blotter.chooseAll()
  } else if (move(event, actions) || answer(event, key, actions.blotter)) event.preventDefault()
  else if (event.key === 'Escape') {
    // A dialog behind the table listens on the document and would close.
    event.stopPropagation()
    if (actions.blotter.chosen.length > 0) actions.blotter.chooseNone()
    else actions.onLeave()
  } else if (!(event.target instanceof HTMLButtonElement) && act(key, actions)) event.preventDefault()
}

function move(event: KeyboardEvent<HTMLElement>, { rows, blotter }: KeyActions): boolean {
  const position = positions[event.key]
  if (!position) return false
  const current = rows.findIndex(({ id }) => id === blotter.shown?.id)
  const row = rows[position(current, rows.length - 1)]
  if (row && event.shiftKey) blotter.extendTo(row)
  else if (row) blotter.goTo(row)
  return true
}

function answer({ repeat }: KeyboardEvent<HTMLElement>, key: string, blotter: Blotter): boolean {
  if (key !== 'a' && key !== 'd') return false
  if (!repeat) blotter.answer(key === 'a' ? 'ACCEPT' : 'DECLINE')
  return true
}

function act(key: string, { blotter, onRead }: KeyActions): boolean {
  const { shown } = blotter
  if (!shown) return false
  if (key === ' ') blotter.toggle(shown)
  else if (key === 'enter' && shown.phase === 'outcome') onRead(shown.id)
  else return false
  return true
}
