import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useState } from 'react'
import { useGetEquitiesQuery } from '../../shared/api/desk-api.ts'
import { intervals } from '../../shared/intervals.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { localNameOf } from '../../ui/format/equity-name.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { indexEquities, searchEquities } from './equity-search.ts'
import { startSecurityDrag } from './security-drop.ts'
import './search-bar.css'

interface Props {
  /** The field of the shortcut `/`; without it the search has a name and a hint of its own. */
  inputRef?: RefObject<HTMLInputElement | null>
  label?: string
  placeholder?: string
  /** Securities with an open advert; choosing one selects that advert. */
  advertised: ReadonlySet<string>
  onChoose: (equity: Equity) => void
}

/**
 * Type-ahead search for a security: a combobox after the ARIA authoring practices, safe for input methods.
 */
export function SearchBar({ inputRef, label, placeholder, advertised, onChoose }: Props) {
  const text = useText()
  const listId = useId()
  const search = useSecuritySearch(onChoose)
  const { shown, matches, active } = search
  return (
    <search
      className="search-bar"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && search.close()}
    >
      <span aria-hidden className="search-glass" />
      <input
        ref={inputRef}
        role="combobox"
        aria-label={label ?? text('advert.search.label')}
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && matches[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts={inputRef && '/ Control+K'}
        data-takes-tables={inputRef && true}
        placeholder={placeholder ?? text('advert.search.placeholder')}
        title={inputRef && text('advert.search.key')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onFocus={search.open}
        onKeyDown={search.press}
      />
      {inputRef && search.typed === '' && <Kbd>/</Kbd>}
      <Matches id={listId} search={search} advertised={advertised} />
      <span role="status" className="visually-hidden">
        {shown && matches.length > 0 ? text('advert.search.count', { count: matches.length }) : ''}
      </span>
    </search>
  )
}

/** Why nothing is listed: still loading, unavailable or no match. */
function Nothing({ search: { typed, isLoading, isUnavailable } }: { search: SecuritySearch }) {
  const text = useText()
  if (isLoading) return text('advert.search.loading')
  return isUnavailable
    ? text('advert.search.unavailable')
    : text('advert.search.none', { typed: typed.trim() })
}

function Matches({
  id,
  search,
  advertised,
}: {
  id: string
  search: SecuritySearch
  advertised: ReadonlySet<string>
}) {
  const text = useText()
  const { shown, matches, active } = search
  return (
    <div className="search-popout" hidden={!shown}>
      <div id={id} role="listbox" aria-label={text('advert.search.label')}>
        {shown &&
          matches.map((equity, i) => (
            <SearchMatch
              key={equity.equityId}
              id={`${id}-${i}`}
              equity={equity}
              active={i === active}
              advertised={advertised.has(equity.equityId)}
              onHighlight={() => search.point(i)}
              onChoose={() => search.choose(equity)}
              onDropped={search.clear}
            />
          ))}
      </div>
      {matches.length === 0 && (
        <p className="search-none">
          <Nothing search={search} />
        </p>
      )}
    </div>
  )
}

type SecuritySearch = ReturnType<typeof useSecuritySearch>

/** The typed text, its matches and the highlighted one. */
function useSecuritySearch(onChoose: (equity: Equity) => void) {
  const { equities = none, isUnavailable, isLoading } = useEquityList()
  const index = useMemo(() => indexEquities(equities), [equities])
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const matches = useMemo(() => searchEquities(index, typed), [index, typed])
  const shown = isOpen && typed.trim() !== ''

  const open = (): void => setIsOpen(true)
  const close = (): void => setIsOpen(false)
  const clear = (): void => {
    setTyped('')
    close()
  }
  const choose = (equity: Equity): void => {
    clear()
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
    // The shortcut that leads to this field, pressed while it has the focus already. No security starts with it.
    if (event.key === '/' && typed === '') setActive(0)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'ArrowDown') down()
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Escape' && shown) close()
    else if (event.key === 'Escape') setTyped('')
    else return
    event.preventDefault()
  }
  const list = { matches, active, shown, isUnavailable, isLoading }
  return { ...list, typed, open, close, clear, choose, type, press, point: setActive }
}

/** All securities; retries until they load. */
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

interface SearchMatchProps {
  id: string
  equity: Equity
  active: boolean
  advertised: boolean
  onHighlight: () => void
  onChoose: () => void
  /** It has been dragged to where something takes it. */
  onDropped: () => void
}

/** One match, with the name in the user's language first. */
function SearchMatch({ id, equity, active, advertised, onHighlight, onChoose, onDropped }: SearchMatchProps) {
  const text = useText()
  const language = useLanguage()
  const names = [equity.name, localNameOf(equity)]
  const [first, second] = language === 'Jp' ? names.toReversed() : names
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the focus and takes the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-match"
      onPointerMove={onHighlight}
      onPointerDown={(event) => {
        event.preventDefault()
        startSecurityDrag(event.nativeEvent, equity, onDropped)
      }}
      onClick={onChoose}
      ref={(element) => void (active && element?.scrollIntoView?.({ block: 'nearest' }))}
    >
      <span className="search-ric">{equity.ric}</span>
      <span className="search-name">{first}</span>
      <span className="search-other">{second}</span>
      {advertised && <span className="search-advertised">{text('advert.search.open')}</span>}
    </div>
  )
}
