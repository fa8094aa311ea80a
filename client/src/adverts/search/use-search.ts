import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useGetEquitiesQuery } from '../../app/api/desk-api.ts'
import { intervals } from '../../intervals.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { indexEquities, searchEquities } from './equity-search.ts'

export type SecuritySearch = ReturnType<typeof useSecuritySearch>

/** What was typed, what it finds, and which one is highlighted. */
export function useSecuritySearch(onChoose: (equity: Equity) => void) {
  const { equities = none, isUnavailable, isLoading } = useEquityList()
  const index = useMemo(() => indexEquities(equities), [equities])
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const matches = useMemo(() => searchEquities(index, typed), [index, typed])
  const shown = isOpen && typed.trim() !== ''

  const open = (): void => setIsOpen(true)
  const close = (): void => setIsOpen(false)
  const choose = (equity: Equity): void => {
    setTyped('')
    close()
    onChoose(equity)
  }
  const type = (value: string): void => {
    setTyped(value)
    setActive(0)
    open()
  }
  const down = (): void => {
    open()
    setActive(Math.min(active + 1, matches.length - 1))
  }
  const press = (event: KeyboardEvent): void => {
    // Enter, Escape and arrows belong to the input method while it composes.
    if (isComposing(event)) return
    const chosen = shown ? matches[active] : undefined
    if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'ArrowDown') down()
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Escape' && shown) close()
    else if (event.key === 'Escape') setTyped('')
    else return
    event.preventDefault()
  }
  const list = { matches, active, shown, isUnavailable, isLoading }
  return { ...list, typed, open, close, choose, type, press, point: setActive }
}

/** All securities; asked for again while they could not be had, since without them nothing can be found. */
function useEquityList() {
  const { data: equities, isError, isFetching, refetch } = useGetEquitiesQuery()
  useEffect(() => {
    if (!isError) return
    const timer = setTimeout(() => void refetch(), intervals.equitiesRetry)
    return () => clearTimeout(timer)
  }, [isError, refetch])
  return { equities, isUnavailable: isError, isLoading: isFetching && !equities }
}

const none: readonly Equity[] = []
