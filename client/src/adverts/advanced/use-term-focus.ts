import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAppDispatch } from '../../app/store/store.ts'
import { type AdvancedTab, panelTurned } from '../desk-slice.ts'
import type { TermName } from '../terms.ts'

/** Where a term is edited in the advanced panel; the rest is in the first row of the editor. */
const panelOfTerm: Partial<Readonly<Record<TermName, AdvancedTab>>> = {
  advertisingTriggerActivated: 'priceConditions',
  advertisingTrigger: 'priceConditions',
  knockoutTriggerActivated: 'priceConditions',
  knockoutTrigger: 'priceConditions',
  indexRelativeKOTriggerActivated: 'priceConditions',
  indexRelativeKOTrigger: 'priceConditions',
  duration: 'advertPreferences',
  minimumQuantity: 'advertPreferences',
  credibilityHurdle: 'advertPreferences',
  brokerIds: 'pathPreferences',
}

/**
 * Goes to the field of a term: opens the tab it is on, then takes the focus there. The ref is the form that
 * holds the fields.
 */
export function useTermFocus(
  form: RefObject<HTMLElement | null>,
  quantity: RefObject<HTMLElement | null>,
): (name: TermName) => void {
  const dispatch = useAppDispatch()
  const wanted = useRef<TermName | null>(null)
  const [, asked] = useState(0)
  // After every render: the tab may have opened only with this one.
  useEffect(() => {
    const name = wanted.current
    if (!name || !form.current) return
    const field = fieldOf(name, form.current)
    if (!field) return
    wanted.current = null
    // A popup that closes just now gives the focus back to where it was, in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => field.focus()))
  })
  return (name) => {
    const panel = panelOfTerm[name]
    if (!panel) return quantity.current?.focus()
    dispatch(panelTurned(panel))
    wanted.current = name
    asked((times) => times + 1)
  }
}

/** The field itself, or the tab it is on where it has none of its own. */
function fieldOf(name: TermName, form: HTMLElement): HTMLElement | null {
  const panel = panelOfTerm[name]
  return (
    form.querySelector<HTMLElement>(`#term-${name}:not(:disabled), [data-term="${name}"]:not(:disabled)`) ??
    form.querySelector<HTMLElement>(`#panel-${panel}[aria-selected="true"]`)
  )
}
