import type { Equity } from '@aitai/contract/reference.ts'
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react'
import { useGetEquitiesQuery } from '../api.ts'
import { localNameOf } from '../ui/equity-name.ts'
import { Keys } from '../ui/Keys.tsx'
import { isComposing } from '../ui/system.ts'
import { useLanguage, useText } from '../ui/text.ts'
import { indexEquities, searchEquities } from './equity-search.ts'
import './search-bar.css'

interface Props {
  inputRef: RefObject<HTMLInputElement | null>
  /** Securities on which an advert is open: choosing one goes to it. */
  taken: ReadonlySet<string>
  onChoose: (equity: Equity) => void
}

/**
 * Finds a security as it is typed (specification 2): a combobox after the ARIA authoring practices, safe for
 * IMEs.
 */
export function SearchBar({ inputRef, taken, onChoose }: Props) {
  const text = useText()
  const listId = useId()
  const { data: equities = [], isError } = useGetEquitiesQuery()
  const index = useMemo(() => indexEquities(equities), [equities])
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState(false)
  const matches = useMemo(() => searchEquities(index, typed), [index, typed])
  const shown = open && typed.trim() !== ''

  const close = (): void => setOpen(false)
  const choose = (equity: Equity): void => {
    setTyped('')
    close()
    onChoose(equity)
  }
  const type = (value: string): void => {
    setTyped(value)
    setActive(0)
    setOpen(true)
  }
  const down = (): void => {
    setOpen(true)
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

  return (
    <search
      className="search-bar"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <span aria-hidden className="search-glass" />
      <input
        ref={inputRef}
        role="combobox"
        aria-label={text('advert.search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && matches[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts="/ Control+K"
        placeholder={text('advert.search.placeholder')}
        title={text('advert.search.key')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={press}
      />
      {typed === '' && <Keys>/</Keys>}
      <div className="search-popout" hidden={!shown}>
        <div id={listId} role="listbox" aria-label={text('advert.search.label')}>
          {shown &&
            matches.map((equity, i) => (
              <Match
                key={equity.equityId}
                id={`${listId}-${i}`}
                equity={equity}
                active={i === active}
                taken={taken.has(equity.equityId)}
                onPoint={() => setActive(i)}
                onChoose={() => choose(equity)}
              />
            ))}
        </div>
        {matches.length === 0 && (
          <p className="search-none">
            {isError
              ? text('advert.search.unavailable')
              : text('advert.search.none', { typed: typed.trim() })}
          </p>
        )}
      </div>
      <span role="status" className="only-heard">
        {shown && matches.length > 0 ? text('advert.search.count', { count: matches.length }) : ''}
      </span>
    </search>
  )
}

interface MatchProps {
  id: string
  equity: Equity
  active: boolean
  taken: boolean
  onPoint: () => void
  onChoose: () => void
}

function Match({ id, equity, active, taken, onPoint, onChoose }: MatchProps) {
  const text = useText()
  const language = useLanguage()
  const [first, second] =
    language === 'Jp' ? [localNameOf(equity), equity.name] : [equity.name, localNameOf(equity)]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the focus and takes the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-match"
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      ref={(element) => void (active && element?.scrollIntoView?.({ block: 'nearest' }))}
    >
      <span className="search-ric">{equity.ric}</span>
      <span className="search-name">{first}</span>
      <span className="search-other">{second}</span>
      {taken && <span className="search-taken">{text('advert.search.open')}</span>}
    </div>
  )
}
